import type { Range } from './advisory.types.ts';

/**
 * The last resort: ranges read from a description, and only where the product's name stands right beside the versions:
 * "PuTTY 0.68 through 0.80 before 0.81", "WinSCP before 6.3.3", "24.002.20965, 24.001.30123 and earlier".
 */
const version = String.raw`(?:v|version )?(\d+(?:\.\d+)*(?:[a-z]\d*|-\d+)?)`;
const escapeName = (name: string): string => name.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
const earlier = String.raw`\(?(?:and|or) (?:earlier|prior|below|older|before)\)?`;
const item = String.raw`(?:v|version )?\d+(?:\.\d+)+(?: ${earlier})?`;
const list = String.raw`${item}(?:(?:, | and |, and )${item})*`;

const below = (to: string): Omit<Range, 'raw'> => ({
  status: 'affected',
  isFromIncluded: false,
  to,
  isToIncluded: false,
});
const upTo = (to: string): Omit<Range, 'raw'> => ({ ...below(to), isToIncluded: true });

type Reader = (...found: string[]) => Omit<Range, 'raw'>[];
const forms: [string, Reader][] = [
  // The first version that is fixed beats the last that is known to be affected.
  [
    `${version} through ${version},? (?:before|prior to) ${version}`,
    (from = '', _ = '', to = '') => [{ ...below(to), from, isFromIncluded: true }],
  ],
  [
    `(?:versions? )?(?:from )?${version} (?:through|to) ${version}(?!,? (?:before|prior to))`,
    (from = '', to = '') => [{ ...upTo(to), from, isFromIncluded: true }],
  ],
  [
    `(?:versions? )?${version} (?:and )?(?:before|prior to) ${version}`,
    (from = '', to = '') => [{ ...below(to), from, isFromIncluded: true }],
  ],
  [`(?:versions? )?(?:before|prior to|<) ?${version}`, (to = '') => [below(to)]],
  [`(?:versions? )?<= ?${version}`, (to = '') => [upTo(to)]],
  [
    `(?:dc )?(?:versions? )*(${list})(?<=${earlier})`,
    (versions = '') => (versions.match(/(?<!\d)\d+(?:\.\d+)+/g) ?? []).map(upTo),
  ],
  [`(?:versions? )?through ${version}`, (to = '') => [upTo(to)]],
];

export const readDescription = (description: string, names: readonly string[]): Range[] => {
  const ranges: Range[] = [];
  const text = description.slice(0, 4000).replaceAll(/\s+/g, ' ');
  for (const name of names) {
    for (const [form, read] of forms) {
      // Pattern: names and forms ship with the product, and the text is cut at 4,000 characters.
      const found = text.matchAll(
        new RegExp(String.raw`(?<![\w-])${escapeName(name)}(?: (?:for windows|client))? ${form}`, 'gi'),
      );
      const read1 = [...found].flatMap(([raw, ...groups]) => read(...groups).map((range) => ({ ...range, raw })));
      ranges.push(...read1);
      if (read1.length > 0) break;
    }
  }
  return ranges;
};
