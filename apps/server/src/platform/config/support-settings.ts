import { type SupportDocumentId, supportDocumentIds } from '@patchkeep/contract/support';
import { z } from 'zod';

/** An address that a browser may open from a link. */
export const webAddress = z.url({ protocol: /^https?$/, error: 'is an address that begins with https://' });

/** `id=address`, divided by spaces. */
export const documentAddresses = z
  .string()
  .default('')
  .transform((text, context) => {
    const documents: Partial<Record<SupportDocumentId, string>> = {};
    for (const entry of text.split(/\s+/).filter((part) => part !== '')) {
      const end = entry.indexOf('=');
      const id = supportDocumentIds.find((each) => each === entry.slice(0, end));
      const url = webAddress.safeParse(entry.slice(end + 1));
      if (id && url.success) documents[id] = url.data;
      else context.addIssue(`"${entry}" is not one of the documents with its address`);
    }
    return documents;
  });
