import type { TraceStep } from '@patchkeep/contract/why';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { approvalLabels, scopeText } from '../../../domain/approval-text.ts';
import { ApprovalBadge } from '../../../domain/product-badges.tsx';
import { Button } from '../../../ui/button.tsx';
import { formatCount } from '../../../ui/format.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { scopeLink, type WhyAbout } from './why-links.ts';
import s from './why.module.css';

/** A host with many tags has as many scopes that say nothing; more than a few are folded. */
const silentShown = 4;

/** The scopes in the order they are asked. What lost is struck through and says to whom. */
export function WhyChain({ trace, about }: { trace: readonly TraceStep[]; about: WhyAbout }) {
  const [isWhole, setWhole] = useState(false);
  const silent = trace.filter(({ role }) => role === 'silent');
  const isFolded = !isWhole && silent.length > silentShown;
  const shown = isFolded ? trace.filter(({ role, level }) => role !== 'silent' || isAlone(level)) : trace;
  const folded = trace.length - shown.length;
  return (
    <>
      <ol className={s['chain']} aria-labelledby="why-chain">
        {shown.map((step) => (
          <Step key={`${step.level} ${step.scopeUuid ?? ''}`} step={step} about={about} />
        ))}
      </ol>
      {folded > 0 && (
        <Button size="small" variant="quiet" onPress={() => setWhole(true)}>
          Show {formatCount(folded, 'group or tag', 'groups and tags')} without a decision
        </Button>
      )}
    </>
  );
}

/** Of these there is one each, and saying that it is silent is half of the answer. */
const isAlone = (level: TraceStep['level']): boolean => level === 'site' || level === 'system' || level === 'host';

function Step({ step, about }: { step: TraceStep; about: WhyAbout }) {
  const { level, scopeName, role, status, version, isByClass, by, at, sentence } = step;
  const link = scopeLink(step, about);
  const scope = scopeText(level, scopeName);
  const badge = <ApprovalBadge approval={approvalLabels[status]} />;
  return (
    <li className={s['step']} data-role={role}>
      <div className={s['line']}>
        <strong className={s['place']}>{link ? <Link {...link}>{scope}</Link> : scope}</strong>
        {role === 'silent' ? (
          <span className="muted">No decision</span>
        ) : (
          <>
            {role === 'beaten' ? <s className={s['struck']}>{badge}</s> : badge}
            {version !== null && (role === 'beaten' ? <s>{version}</s> : <span>{version}</span>)}
            <span className={s['role']}>{role === 'wins' ? 'Decides' : 'Overruled'}</span>
          </>
        )}
      </div>
      {role !== 'silent' && <p>{sentence}</p>}
      {(isByClass || by !== null || at !== null) && role !== 'silent' && (
        <p className={s['meta']}>
          {isByClass && 'Decided for its whole classification. '}
          {by !== null && `Set by ${by}`}
          {at !== null && (
            <>
              {by === null ? 'Set ' : ', '}
              <RelativeTime at={at} isAbsoluteShown />
            </>
          )}
        </p>
      )}
    </li>
  );
}
