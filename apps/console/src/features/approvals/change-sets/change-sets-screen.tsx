import { pages } from '@patchkeep/rules/pages';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { PageHead } from '../../../ui/page-head.tsx';
import { ChangeSetList } from './change-set-list.tsx';
import type { ChangeLevel } from './change-sets.queries.ts';
import { FourEyesSetting } from './four-eyes-setting.tsx';
import s from './change-set.module.css';

const pageOf = { site: '/patching/approvals', system: '/system-approvals' } as const;

/** The changes of approvals: a view of the page they were made on. */
export function ChangeSetsScreen({ level }: { level: ChangeLevel }) {
  const page = pageOf[level];
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
      <ChangeSetList level={level} />
      <section className={cx('card', s['setting'])} aria-label="Second person">
        <FourEyesSetting level={level} />
      </section>
    </>
  );
}
