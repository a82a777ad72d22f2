import { packNumbers, unpackNumbers } from './packed-numbers.ts';

/** A walk over hosts by their numbers begins after this: the first host of a customer is number 0. */
export const fromTheFirst = -1;

/** Numbers of hosts in their order, each once. Typed, because a million plain numbers take a second to sort, not 0.1 s. */
export const inOrder = (numbers: Iterable<number>): number[] => {
  const once: number[] = [];
  let before = -1;
  for (const number of Uint32Array.from(numbers).toSorted()) {
    if (number !== before) once.push(number);
    before = number;
  }
  return once;
};

/** Any numbers, sorted and each once. */
export const pack = (numbers: Iterable<number>): Buffer => packNumbers(inOrder(numbers));

/** What is in any of these. */
export const union = (...packed: readonly Uint8Array[]): Buffer => pack(packed.flatMap(unpackNumbers));

/**
 * Those of the first that are in the second, or those that are not; both in order. One walk through both: a Set of the
 * million hosts of a large job takes a second to make.
 */
const chosen = (numbers: readonly number[], others: readonly number[], isInBoth: boolean): number[] => {
  const found: number[] = [];
  let at = 0;
  for (const number of numbers) {
    while (at < others.length && (others[at] ?? 0) < number) at += 1;
    if ((others[at] === number) === isInBoth) found.push(number);
  }
  return found;
};

/** What is in the first and in none of the others. */
export const without = (packed: Uint8Array, ...others: readonly Uint8Array[]): Buffer =>
  packNumbers(chosen(unpackNumbers(packed), inOrder(others.flatMap(unpackNumbers)), false));

/** What is in both. */
export const common = (packed: Uint8Array, other: Uint8Array): Buffer =>
  packed.length === 0 ? packNumbers([]) : packNumbers(chosen(unpackNumbers(packed), unpackNumbers(other), true));

/** What is in the set with what was found of some numbers: of those, exactly these are in it. All within what is allowed. */
export const replaced = (
  packed: Uint8Array,
  { looked, found, within }: { looked: ReadonlySet<number>; found: readonly number[]; within: readonly number[] },
): Buffer => {
  const kept = unpackNumbers(packed).filter((number) => !looked.has(number));
  const all = found.length === 0 ? kept : inOrder([...kept, ...found]);
  return packNumbers(all.length === 0 ? all : chosen(all, within, true));
};

/** The first of these that comes after a number: where it stands among them, which are in order. */
export const placeAfter = (numbers: readonly number[], before: number): number => {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? 0) > before) high = middle;
    else low = middle + 1;
  }
  return low;
};

/** Says of a number whether it is in one of the sets. For a few of a million numbers, without a Set of all of them. */
export const membership = (...packed: readonly Uint8Array[]): ((number: number) => boolean) => {
  const sets = packed.map(unpackNumbers);
  return (number) => sets.some((numbers) => numbers[placeAfter(numbers, number - 1)] === number);
};

/** How many numbers are in it. */
export const countOf = (packed: Uint8Array): number => {
  let count = 0;
  // The last byte of each number has its highest bit unset.
  for (const byte of packed) if (byte < 128) count++;
  return count;
};
