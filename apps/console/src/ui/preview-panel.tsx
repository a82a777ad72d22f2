import ArrowRight from 'lucide-react/icons/arrow-right';
import { type ReactNode, useState } from 'react';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { TextField } from './form/text-field.tsx';
import { formatCount } from './format.ts';
import { canConfirm, type PreviewTier } from './preview-rules.ts';
import s from './preview-panel.module.css';

export interface PreviewPanelProps {
  /** The whole deed in words: Block "Java 8 (Oracle)" at Site level. */
  title: string;
  tier: PreviewTier;
  isOpen: boolean;
  isPending?: boolean;
  onCancel: () => void;
  onConfirm: (reason: string) => void;
  /** The button reads "{verb} {count} {nouns}": "Block on 61 hosts". */
  verb: string;
  noun?: string;
  affected: number;
  /** Who they are: 52 workstations, 9 servers. */
  affectedDetail?: ReactNode;
  /** Badges before and after. */
  change?: { now: ReactNode; after: ReactNode };
  /** What else is worth knowing: skipped, unchanged children, when it takes effect. */
  facts?: readonly { term: string; detail: ReactNode }[];
  warnings?: readonly string[];
  /** False where nothing keeps a reason: then none is asked for. Tier 2 always asks. */
  hasReason?: boolean;
  /** What tier 2 asks to type; the number affected if not given. */
  confirmWord?: string;
  /** Choices that belong to the deed, such as "override them too". */
  children?: ReactNode;
}

/** Shows what an action will do before it is done. Ask the server for the counts: it decides, this only shows. */
export function PreviewPanel(props: PreviewPanelProps) {
  const { tier, affected, noun = 'host', hasReason = true, confirmWord = String(affected) } = props;
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState('');
  const isReady = canConfirm({ tier, affected, confirmWord, typed, reason });
  const confirm = () => props.onConfirm(reason.trim());
  return (
    <Dialog
      title={props.title}
      isOpen={props.isOpen}
      onClose={props.onCancel}
      onSubmit={() => {
        if (isReady && !props.isPending) confirm();
      }}
      actions={
        <>
          <Button onPress={props.onCancel}>Cancel</Button>
          <Button
            variant={tier === 2 ? 'danger' : 'primary'}
            isDisabled={!isReady}
            isPending={props.isPending ?? false}
            onPress={confirm}
          >
            {props.verb} {formatCount(affected, noun)}
          </Button>
        </>
      }
    >
      <div className={s['panel']}>
        <p className={s['affects']}>
          <span className="figure">{formatCount(affected, noun)}</span>
          <span className="muted">{affected === 0 ? 'Nothing would change.' : props.affectedDetail}</span>
        </p>
        {props.warnings?.map((warning) => (
          <Banner key={warning} tone="warning">
            {warning}
          </Banner>
        ))}
        {props.change && (
          <div className={s['change']}>
            <div className={s['side']}>
              <h3>Now</h3>
              <div className={s['badges']}>{props.change.now}</div>
            </div>
            <ArrowRight size={20} aria-hidden />
            <div className={s['side']}>
              <h3>After</h3>
              <div className={s['badges']}>{props.change.after}</div>
            </div>
          </div>
        )}
        {props.facts && (
          <dl className={s['facts']}>
            {props.facts.map(({ term, detail }) => (
              <Fact key={term} term={term} detail={detail} />
            ))}
          </dl>
        )}
        {props.children}
        {(hasReason || tier === 2) && (
          <div className={s['answers']}>
            <TextField
              label="Reason"
              isOptional={tier === 1}
              description="Kept in the activity log."
              maxLength={2000}
              value={reason}
              onChange={setReason}
            />
            {tier === 2 && (
              <TextField
                label={`Type ${confirmWord} to confirm`}
                autoComplete="off"
                value={typed}
                onChange={setTyped}
              />
            )}
          </div>
        )}
      </div>
    </Dialog>
  );
}

function Fact({ term, detail }: { term: string; detail: ReactNode }) {
  return (
    <>
      <dt>{term}</dt>
      <dd>{detail}</dd>
    </>
  );
}
