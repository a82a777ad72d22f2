// Blocks on purpose: the theme stands before the first paint. Knows only the key that lib/preferences.ts writes.
try {
  const theme = localStorage.getItem('patchkeep.theme');
  if (theme === 'light' || theme === 'dark' || theme === 'hc') document.documentElement.dataset.theme = theme;
} catch {
  // A browser without storage gets the theme of its system.
}
