export const titleOfHost = (name: string): string => {
  const kept = name.trim();
  if (kept === '') throw new Error('A name is missing');
  if (kept.length > 100) throw new Error('The name is too long');
  const parts = kept.split('.').filter((part) => part !== '');
  const [host = '', ...domains] = parts;
  return [host.toLowerCase(), ...domains].join('.');
};
