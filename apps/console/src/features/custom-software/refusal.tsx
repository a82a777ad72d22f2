import { Banner } from '../../ui/banner.tsx';

/** Why the server refused it, as a sentence. */
export function Refusal({ text }: { text: string | null }) {
  return text === null ? null : <Banner tone="danger">{text.replace(/\.?$/, '.')}</Banner>;
}
