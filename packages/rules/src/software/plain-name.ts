// Names and publishers come from hosts and feeds: every step here takes time in proportion to the length of the text.

/** No name, publisher or version that is longer is looked at further: what hosts and feeds send is theirs to choose. */
const longestText = 200;
const bounded = (text: string): string => (text.length > longestText ? text.slice(0, longestText) : text);

const isEdge = (letter: string): boolean => /[\s,–-]/.test(letter);

/** The text without white space, commas and dashes at its ends. */
const withoutEdges = (text: string): string => {
  let from = 0;
  let to = text.length;
  while (from < to && isEdge(text.charAt(from))) from += 1;
  while (to > from && isEdge(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
};

/** One space between words, no dash that stands alone, nothing at the ends that belongs to no word. */
const tidy = (text: string): string => {
  const words = text.split(/\s/).filter((word) => word !== '' && word !== '-' && word !== '–');
  return withoutEdges(words.join(' '));
};

const closing = /[)\]]/g;
/** The text with a space in place of each bracket and what is in it. */
const withoutBrackets = (text: string): string => {
  let kept = '';
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] !== '(' && text[at] !== '[') continue;
    closing.lastIndex = at;
    const end = closing.exec(text)?.index;
    // Without a closing bracket here there is none further on: looking again at each opening one would be quadratic.
    if (end === undefined) break;
    kept += `${text.slice(from, at)} `;
    from = end + 1;
    at = end;
  }
  return kept + text.slice(from);
};

const architectures = /(?<=[\s-]|^)(x64|x86|x86_64|amd64|arm64|64-bit|32-bit|64bit|32bit|win64|win32)(?=\s|$)/gi;

const wordLetter = /\w/;
const versionSign = /[.+-]/;
/** From where on a word could be the rest of a version: letters and digits, each sign between two of them. */
const startOfVersionLetters = (word: string): number => {
  let start = word.length;
  for (let at = word.length - 1; at >= 0; at -= 1) {
    const letter = word.charAt(at);
    const isSign = versionSign.test(letter);
    if (!wordLetter.test(letter) && !(isSign && wordLetter.test(word.charAt(at + 1)))) break;
    start = at;
  }
  return start;
};

const dottedNumber = /v?\d+\.\d/iy;
/** A word without the dotted version at its end: `1.2.3`, `v1.2-rc1`, the `17.0.8+7` of `jdk-17.0.8+7`. */
const withoutDottedVersion = (word: string): string => {
  const earliest = startOfVersionLetters(word);
  for (let at = 0; at < word.length; at = word.indexOf('-', at) + 1) {
    dottedNumber.lastIndex = at;
    if (at >= earliest && dottedNumber.test(word)) return word.slice(0, at);
    if (!word.includes('-', at)) break;
  }
  return word;
};

const versionWords = /\s(version|release|build|v)$/i;
const lastNumber = /\s\d+$/;

/** The name from the most to the least exact: without brackets, architecture, version, and a number at its end. */
export const formsOf = (name: string): string[] => {
  const text = bounded(name);
  const forms = [tidy(text)];
  const add = (form: string): void => {
    if (form !== '' && form !== forms.at(-1)) forms.push(form);
  };
  add(tidy(withoutBrackets(text)));
  add(tidy((forms.at(-1) ?? '').replaceAll(architectures, ' ')));
  add(tidy((forms.at(-1) ?? '').split(' ').map(withoutDottedVersion).join(' ')));
  add(tidy((forms.at(-1) ?? '').replace(versionWords, '')));
  add(tidy((forms.at(-1) ?? '').replace(lastNumber, '')));
  return forms;
};

/** A name without its version: what all versions of a product have in common. A year or a number at its end stays. */
export const plainName = (name: string): string => {
  const forms = formsOf(name);
  return (lastNumber.test(forms.at(-2) ?? '') ? forms.at(-2) : forms.at(-1)) ?? name;
};

const legalForms = 'inc llc ltd limited gmbh corporation corp co ag sa s.a bv b.v plc foundation'.split(' ');

/** A publisher without what lawyers add to its name. */
export const plainPublisher = (publisher: string): string => {
  const text = tidy(bounded(publisher));
  const lengthOfLegalForm = (end: number): number | undefined =>
    legalForms.find(
      (form) =>
        /[\s,.]/.test(text.charAt(end - form.length - 1)) && text.slice(end - form.length, end).toLowerCase() === form,
    )?.length;
  let end = text.length;
  for (;;) {
    const bare = text[end - 1] === '.' ? end - 1 : end;
    const length = lengthOfLegalForm(bare);
    if (length === undefined) return text.slice(0, end);
    let shorter = bare - length;
    while (shorter > 0 && /[\s,.–-]/.test(text.charAt(shorter - 1))) shorter -= 1;
    end = shorter;
  }
};
