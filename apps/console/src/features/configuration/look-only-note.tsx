import { Banner } from '../../ui/banner.tsx';

export function LookOnlyNote() {
  return <Banner tone="info">You may look at these settings. Changing them needs write access.</Banner>;
}
