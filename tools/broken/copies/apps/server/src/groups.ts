export const titleOfGroup = (title: string): string => {
  const trimmed = title.trim();
  if (trimmed === '') throw new Error('A title is missing');
  if (trimmed.length > 200) throw new Error('The title is too long');
  const words = trimmed.split(' ').filter((word) => word !== '');
  const [first = '', ...others] = words;
  return [first.toUpperCase(), ...others].join(' ');
};
