import { errorTexts } from '@patchkeep/contract/errors';
import Lock from 'lucide-react/icons/lock';
import { EmptyState } from '../../ui/empty-state.tsx';

/** In place of a page the user may not read; the address itself is no secret. */
export function NoAccess({ title }: { title: string }) {
  return (
    <>
      <h1 tabIndex={-1}>{title}</h1>
      <EmptyState icon={Lock} title="Permission denied">
        {errorTexts.permissionDenied}
      </EmptyState>
    </>
  );
}
