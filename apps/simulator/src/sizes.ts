/**
 * Splits hosts among customers as they are in life: few large ones and many small ones (Zipf). Everybody has at least
 * one, and nobody is lost.
 */
export const zipfSizes = (hosts: number, customers: number, exponent = 1): number[] => {
  if (customers > hosts) throw new Error('There are more customers than hosts');
  const weights = Array.from({ length: customers }, (_, rank) => 1 / (rank + 1) ** exponent);
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const spare = hosts - customers;
  const sizes = weights.map((weight) => 1 + Math.floor((spare * weight) / sum));
  const left = hosts - sizes.reduce((all, size) => all + size, 0);
  return sizes.map((size, rank) => (rank < left ? size + 1 : size));
};
