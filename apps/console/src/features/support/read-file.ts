import type { SupportAttachment } from '@patchkeep/contract/support';

const dataUrlOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file could not be read')));
    reader.readAsDataURL(file);
  });

/** A file as the server takes it: its name, and its bytes in base 64. */
export const readFile = async (file: File): Promise<SupportAttachment> => {
  const url = await dataUrlOf(file);
  return { name: file.name, content: url.slice(url.indexOf(',') + 1) };
};
