import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components/Tabs';
import { cx } from './cx.ts';
import s from './tabs.module.css';

export interface TabSpec<Id extends string> {
  id: Id;
  label: string;
  count?: number;
  isDisabled?: boolean;
  content: ReactNode;
}

export interface TabsProps<Id extends string> {
  label: string;
  tabs: readonly TabSpec<Id>[];
  /** Controlled, because the chosen tab lives in the URL. */
  selected: Id;
  onSelect: (id: Id) => void;
}

export function Tabs<Id extends string>({ label, tabs, selected, onSelect }: TabsProps<Id>) {
  return (
    <AriaTabs
      selectedKey={selected}
      onSelectionChange={(key) => {
        const tab = tabs.find(({ id }) => id === key);
        if (tab) onSelect(tab.id);
      }}
    >
      <TabList aria-label={label} className={cx(s['list'])}>
        {tabs.map((tab) => (
          <Tab key={tab.id} id={tab.id} isDisabled={tab.isDisabled ?? false} className={cx(s['tab'])}>
            {tab.label}
            {tab.count !== undefined && <span className={s['count']}>{tab.count}</span>}
          </Tab>
        ))}
      </TabList>
      {tabs.map((tab) => (
        <TabPanel key={tab.id} id={tab.id} className={cx(s['panel'])}>
          {tab.content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
