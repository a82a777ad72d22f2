import type { ReactNode } from 'react';

const marks = /`([^`]{1,200})`|\*\*([^*]{1,200})\*\*|\[([^\]]{1,200})\]\([^)]{1,300}\)/g;

/** Draws the three marks that entries of the changelog use: code, emphasis, and the text of a link. */
export const inlineMarkdown = (text: string): ReactNode[] => {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(marks)) {
    const [whole, code, strong, link] = match;
    parts.push(text.slice(end, match.index));
    if (code !== undefined) parts.push(<code key={match.index}>{code}</code>);
    else if (strong !== undefined) parts.push(<strong key={match.index}>{strong}</strong>);
    else parts.push(link);
    end = match.index + whole.length;
  }
  return [...parts, text.slice(end)].filter((part) => part !== '');
};
