import { escapeHtml } from './mail-text.rules.ts';

export interface MailWords {
  subject: string;
  text: string;
  html: string;
}

/** A part of a mail: a heading, sentences, and a link with its words. */
export interface MailPart {
  title?: string;
  lines: readonly string[];
  /** Stand as a list. */
  items?: readonly string[];
  link?: { words: string; href: string };
}

const textOf = ({ title, lines, items = [], link }: MailPart): string =>
  [
    ...(title === undefined ? [] : [title.toUpperCase()]),
    ...lines,
    ...items.map((item) => `- ${item}`),
    ...(link ? [`${link.words}: ${link.href}`] : []),
  ].join('\n');

const htmlOf = ({ title, lines, items = [], link }: MailPart): string =>
  [
    ...(title === undefined ? [] : [`<h2 style="font-size: 1.1em; margin: 1.5em 0 0">${escapeHtml(title)}</h2>`]),
    ...lines.map((line) => `<p>${escapeHtml(line)}</p>`),
    ...(items.length > 0 ? [`<ul>${items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`] : []),
    ...(link ? [`<p><a href="${escapeHtml(link.href)}">${escapeHtml(link.words)}</a></p>`] : []),
  ].join('\n');

/** The same words as plain text and as simple HTML. No name that somebody else chose is ever markup or a link. */
export const mailOf = (subject: string, parts: readonly MailPart[]): MailWords => ({
  subject,
  text: `${parts.map(textOf).join('\n\n')}\n`,
  html: [
    '<!doctype html><html lang="en"><body style="font-family: sans-serif; line-height: 1.5; max-width: 40em">',
    ...parts.map(htmlOf),
    '</body></html>',
  ].join('\n'),
});
