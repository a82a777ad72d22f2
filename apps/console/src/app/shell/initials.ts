/** Two letters of the name before the @: jo.weber is JW, ana is AN. */
export const initials = (username: string) => {
  const nameParts = (username.split('@')[0] ?? '').split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const letters = nameParts.length > 1 ? nameParts.map((word) => word[0]).join('') : (nameParts[0] ?? '');
  return letters.slice(0, 2).toUpperCase();
};
