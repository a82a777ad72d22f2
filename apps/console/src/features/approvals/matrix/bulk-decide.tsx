import type { ApprovalType } from '@patchkeep/contract/approval-fields';
import { Button } from '../../../ui/button.tsx';
import { formatNumber } from '../../../ui/format.ts';
import type { Selection } from '../../../ui/table/selection.ts';
import { actText } from '../pending/act-text.ts';
import { editsMax } from '../pending/pending.ts';

interface BulkDecideProps {
  selection: Selection;
  isPending: boolean;
  onAct: (type: ApprovalType) => void;
}

/** Above ticked rows. Ticked ones become pending; everything that matches is previewed at once. */
export function BulkDecide({ selection, isPending, onAct }: BulkDecideProps) {
  const listed = selection.kind === 'some' ? selection.ids : selection.except;
  if (listed.size > editsMax)
    return <span>At most {formatNumber(editsMax)} rows one by one. Select all matching instead.</span>;
  return (['approve', 'automate', 'block', 'disable'] as const).map((type) => (
    <Button key={type} isDisabled={isPending} onPress={() => onAct(type)}>
      {actText[type].label}
    </Button>
  ));
}
