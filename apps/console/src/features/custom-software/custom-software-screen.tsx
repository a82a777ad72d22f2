import { pages } from '@patchkeep/rules/pages';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import Blocks from 'lucide-react/icons/blocks';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { useCustomListQuery } from '../../acts/custom-software/custom-software.queries.ts';
import { useMay } from '../../lib/use-may.ts';
import { useSession } from '../../lib/use-stores.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyPage } from '../../ui/empty-state.tsx';
import { formatCount } from '../../ui/format.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ApproversTab } from './approvers/approvers-tab.tsx';
import { useApproversQuery } from './custom-software.queries.ts';
import { CustomList } from './list/custom-list.tsx';
import s from './custom-software.module.css';

const { title } = pages['/deployment/custom-create-job'];

export const customTabs = ['software', 'approvers'] as const;
export type CustomTab = (typeof customTabs)[number];

interface CustomSoftwareScreenProps {
  tab: CustomTab;
  onTab: (tab: CustomTab) => void;
}

/** Software that the company brings itself: what there is, and who vouches for it. */
export function CustomSoftwareScreen(props: CustomSoftwareScreenProps) {
  const isEnabled = useSession(({ handshake }) => handshake?.customerSettings.isCustomSoftwareEnabled);
  return isEnabled ? <Screen {...props} /> : <SwitchedOff />;
}

function SwitchedOff() {
  const isAdmin = useMay('isSystemAdmin');
  return (
    <EmptyPage
      pageTitle={title}
      icon={Blocks}
      title="Custom software is switched off"
      action={
        isAdmin && (
          <Link to="/sites" className={buttonClass('primary')}>
            Go to Sites
          </Link>
        )
      }
    >
      With it you deploy software of your own from installers that you upload.{' '}
      {isAdmin
        ? 'Switch it on for all sites under Sites, Settings for all sites.'
        : 'A system administrator can switch it on under Sites, Settings for all sites.'}
    </EmptyPage>
  );
}

function Screen({ tab, onTab }: CustomSoftwareScreenProps) {
  const mayWrite = useMay('canWriteCustomDeployments');
  const [isAdding, setAdding] = useState(false);
  const { data: configs } = useQuery(useCustomListQuery());
  const { data: vouching } = useQuery(useApproversQuery());
  const add = () => {
    onTab('software');
    setAdding(true);
  };
  const isNobodyNamed = vouching !== undefined && vouching.approvers === null;
  return (
    <>
      <PageHead
        title={title}
        lead={configs && configs.length > 0 && formatCount(configs.length, 'entry', 'entries')}
        actions={
          mayWrite && (
            <Button variant="primary" icon={Plus} onPress={add}>
              Add custom software
            </Button>
          )
        }
      />
      <Tabs
        label="Custom Software"
        selected={tab}
        onSelect={onTab}
        tabs={[
          {
            id: 'software',
            label: 'Software',
            content: (
              <div className={s['tab']}>
                <CustomList
                  isAdding={isAdding}
                  onAdded={() => setAdding(false)}
                  whenNone={<FirstSteps isNobodyNamed={isNobodyNamed} onApprovers={() => onTab('approvers')} />}
                />
              </div>
            ),
          },
          {
            id: 'approvers',
            label: 'Approvers',
            content: (
              <div className={s['tab']}>
                <ApproversTab />
              </div>
            ),
          },
        ]}
      />
    </>
  );
}

/** What comes first: people who vouch, because hosts refuse what nobody vouches for. */
function FirstSteps({ isNobodyNamed, onApprovers }: { isNobodyNamed: boolean; onApprovers: () => void }) {
  if (!isNobodyNamed)
    return <>Add it with its installer. The approvers of the site sign it, and then a job brings it to hosts.</>;
  return (
    <>
      Hosts run only what the approvers of the site have signed, and nobody is named yet. Begin with{' '}
      <button type="button" className="plain-link" onClick={onApprovers}>
        naming approvers
      </button>
      : the first count 72 hours later. Add your software meanwhile.
    </>
  );
}
