const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

/** A line break in a name would end the header or the line that it stands in. */
export const oneLine = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ');
