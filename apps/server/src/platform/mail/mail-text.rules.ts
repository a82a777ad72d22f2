const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

/** A line break in a name would end the header or the line that it stands in. */
export const oneLine = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ');

export const dayText = (day: Date): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(day);

const nameMost = 80;
/** Marks, spaces and directions that are not seen: they would hide what a name is. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;
/** Signs by which mail programs take a word for an address. */
const linking = /(?<=\S)[.:@/](?=\S)/gu;

/**
 * A name that somebody else chose, in a mail: one line of bounded length, of which no mail program makes a link, because
 * a space without width stands behind each sign that an address needs.
 */
export const nameInMail = (name: string): string => {
  const signs = [...name.replaceAll(unseen, ' ').trim()];
  const short = signs.length > nameMost ? `${signs.slice(0, nameMost - 1).join('')}…` : signs.join('');
  return short.replaceAll(linking, '$&\u200b');
};
