/** Two letters of the name before the @: jo.weber is JW, ana is AN. */
export const initials = (username: string) => {
  const words = (username.split('@')[0] ?? '').split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const letters = words.length > 1 ? words.map((word) => word[0]).join('') : (words[0] ?? '');
  return letters.slice(0, 2).toUpperCase();
};
