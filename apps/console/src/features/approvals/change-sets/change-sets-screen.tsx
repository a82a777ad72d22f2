import { pages } from '@patchkeep/rules/pages';
import { Link, useNavigate } from '@tanstack/react-router';
import { buttonClass } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { PageHead } from '../../../ui/page-head.tsx';
import { ChangeSetList } from './change-set-list.tsx';
import type { ChangeLevel } from './change-sets.queries.ts';
import { FourEyesSetting } from './four-eyes-setting.tsx';
import s from './change-set.module.css';

const pageOf = { site: '/patching/approvals', system: '/system-approvals' } as const;

/** The changes of approvals: a view of the page they were made on. */
export function ChangeSetsScreen({ level, linkedId }: { level: ChangeLevel; linkedId: string | undefined }) {
  const page = pageOf[level];
  const navigate = useNavigate();
  return (
    <>
      <PageHead
        title={pages[page].title}
        lead="Changes"
        actions={
          <Link to={page} search={{}} className={buttonClass()}>
            Back to {pages[page].title.toLowerCase()}
          </Link>
        }
      />
      <ChangeSetList
        key={linkedId}
        level={level}
        linkedId={linkedId}
        onUnlink={() => void navigate({ to: page, search: { view: 'changes' } })}
      />
      <section className={cx('card', s['setting'])} aria-label="Second person">
        <FourEyesSetting level={level} />
      </section>
    </>
  );
}
