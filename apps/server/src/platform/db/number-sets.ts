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

/** What is in the first and in none of the others. */
export const without = (packed: Uint8Array, ...others: readonly Uint8Array[]): Buffer => {
  const gone = new Set(others.flatMap(unpackNumbers));
  return packNumbers(unpackNumbers(packed).filter((number) => !gone.has(number)));
};

/** What is in both. */
export const common = (packed: Uint8Array, other: Uint8Array): Buffer => {
  if (packed.length === 0) return packNumbers([]);
  const kept = new Set(unpackNumbers(other));
  return packNumbers(unpackNumbers(packed).filter((number) => kept.has(number)));
};

/** The set with what was found of some numbers: of those, exactly these are in it. */
export const replaced = (packed: Uint8Array, looked: ReadonlySet<number>, found: readonly number[]): Buffer =>
  pack([...unpackNumbers(packed).filter((number) => !looked.has(number)), ...found]);

/** How many numbers are in it. */
export const countOf = (packed: Uint8Array): number => {
  let count = 0;
  // The last byte of each number has its highest bit unset.
  for (const byte of packed) if (byte < 128) count++;
  return count;
};
