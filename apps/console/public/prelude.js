// Runs before everything else, and blocks on purpose.

// A schema tries at its birth whether it may compile itself, and the content security policy reports the attempt:
// this is where the library looks first, before any module is loaded.
// oxlint-disable-next-line no-underscore-dangle -- the library's own name for it
globalThis.__zod_globalConfig = { jitless: true };

// The theme stands before the first paint. Knows only the key that lib/preferences.ts writes.
try {
  const theme = localStorage.getItem('patchkeep.theme');
  if (theme === 'light' || theme === 'dark' || theme === 'hc') document.documentElement.dataset.theme = theme;
} catch {
  // A browser without storage gets the theme of its system.
}
