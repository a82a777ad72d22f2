import { refused, type ScimRefusal } from './refusal.ts';

export const filterLimits = { characters: 1_000, conditions: 10 } as const;

/** `path eq value`; the path in small letters and without the name of a schema of ours. */
export interface Condition {
  path: string;
  value: string | boolean;
}

type Token = { kind: 'word'; text: string } | { kind: 'text'; text: string } | { kind: 'open' | 'close'; text: string };

/** Each alternative begins with characters of its own, so that a text is read once, from front to back. */
const tokenShape = /\s*(?:([\w$][\w$.:-]*)|("(?:[^"\\]|\\.)*")|(\[)|(\]))/y;

const textOf = (quoted: string): string | undefined => {
  try {
    const read: unknown = JSON.parse(quoted);
    return typeof read === 'string' ? read : undefined;
  } catch {
    return undefined;
  }
};

const readTokens = (text: string): Token[] | undefined => {
  const tokens: Token[] = [];
  const end = text.trimEnd().length;
  let at = 0;
  while (at < end) {
    tokenShape.lastIndex = at;
    const [whole, word, quoted, open] = tokenShape.exec(text) ?? [];
    if (whole === undefined) return undefined;
    at += whole.length;
    if (word !== undefined) tokens.push({ kind: 'word', text: word });
    else if (quoted === undefined) tokens.push({ kind: open === undefined ? 'close' : 'open', text: '' });
    else {
      const read = textOf(quoted);
      if (read === undefined) return undefined;
      tokens.push({ kind: 'text', text: read });
    }
  }
  return tokens;
};

const ownSchema = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/;

/** How an attribute is looked up: its name says the same in any case, with or without its schema. */
export const plainPath = (text: string): string => text.toLowerCase().replace(ownSchema, '');

/** A condition from three tokens on, such as `userName eq "ada"`. */
const readCondition = (tokens: readonly Token[], from: number): Condition | undefined => {
  const [path, operator, value] = tokens.slice(from, from + 3);
  if (path?.kind !== 'word' || operator?.kind !== 'word' || value === undefined) return undefined;
  if (operator.text.toLowerCase() !== 'eq') return undefined;
  if (value.kind === 'text') return { path: plainPath(path.text), value: value.text };
  const word = value.text.toLowerCase();
  if (value.kind !== 'word' || (word !== 'true' && word !== 'false')) return undefined;
  return { path: plainPath(path.text), value: word === 'true' };
};

/** `members[value eq "2819"]`: the condition is on a part of the attribute. */
const readBracketed = (tokens: readonly Token[], from: number): Condition | undefined => {
  const [path, open] = tokens.slice(from, from + 2);
  if (path?.kind !== 'word' || open?.kind !== 'open' || tokens[from + 5]?.kind !== 'close') return undefined;
  const inner = readCondition(tokens, from + 2);
  return inner && { path: `${plainPath(path.text)}.${inner.path}`, value: inner.value };
};

const notUnderstood = refused('invalidFilter', 'A filter is made of "attribute eq value", joined by "and"');

/** Reads what identity providers ask with: `eq`, and several of them joined by `and`. */
export const parseFilter = (text: string): { conditions: Condition[] } | ScimRefusal => {
  if (text.length > filterLimits.characters) return refused('invalidFilter', 'The filter is too long');
  const tokens = readTokens(text);
  if (!tokens || tokens.length === 0) return notUnderstood;
  const conditions: Condition[] = [];
  let at = 0;
  for (;;) {
    const isBracketed = tokens[at + 1]?.kind === 'open';
    const condition = isBracketed ? readBracketed(tokens, at) : readCondition(tokens, at);
    if (!condition) return notUnderstood;
    conditions.push(condition);
    if (conditions.length > filterLimits.conditions) return refused('invalidFilter', 'The filter has too many parts');
    at += isBracketed ? 6 : 3;
    const joined = tokens[at];
    if (joined === undefined) return { conditions };
    if (joined.kind !== 'word' || joined.text.toLowerCase() !== 'and') return notUnderstood;
    at += 1;
  }
};
