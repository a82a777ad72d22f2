import type { AccountInfo } from '@patchkeep/contract/account';
import { RightsPreview } from '../../domain/rights-preview.tsx';
import { rightsText } from '../../domain/rights-text.ts';
import { SectionCard } from '../../ui/card/section-card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { rightsBySite } from './rights-by-site.ts';
import s from './account.module.css';

/** Who one is, and what one may do where. */
export function IdentityCard({ info }: { info: AccountInfo }) {
  const { username, longName, isSystemAdmin, isSsoLoginOnly, sites } = info;
  const rights = isSystemAdmin ? [{ sitePermissions: 0, sites: 'Every site' }] : rightsBySite(sites);
  return (
    <SectionCard title="You">
      <Facts
        facts={[
          { term: 'Name', detail: longName },
          { term: 'E-mail address', detail: username },
          { term: 'Sign-in', detail: isSsoLoginOnly ? 'By single sign-on only' : 'With a password' },
        ]}
      />
      {rights.map(({ sitePermissions, sites: where }) => (
        <div key={sitePermissions} className={s['rights']}>
          <h3>
            {where}: {rightsText({ isSystemAdmin, sitePermissions })}
          </h3>
          <RightsPreview rights={{ isSystemAdmin, sitePermissions }} who="You" />
        </div>
      ))}
      <p className="muted">An administrator can change your name and your rights.</p>
    </SectionCard>
  );
}
