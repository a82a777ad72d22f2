/** 128 random bits in the shape of an identifier. `crypto.randomUUID` spends six of them on its version. */
export const createInstanceId = (random: (bytes: Uint8Array<ArrayBuffer>) => void): string => {
  const bytes = new Uint8Array(16);
  random(bytes);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
};
