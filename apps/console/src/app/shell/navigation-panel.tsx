import { navigation, type NavigationItem, systemNavigation } from '@patchkeep/rules/navigation';
import { Link } from '@tanstack/react-router';
import Contrast from 'lucide-react/icons/contrast';
import PanelLeftClose from 'lucide-react/icons/panel-left-close';
import PanelLeftOpen from 'lucide-react/icons/panel-left-open';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useId } from 'react';
import { Focusable } from 'react-aria-components/Focusable';
import { preferences } from '../../lib/client.ts';
import { usePreferences, useSession } from '../../lib/use-stores.ts';
import { WarningBadge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Tooltip } from '../../ui/tooltip.tsx';
import { NavigationIcon } from './navigation-icon.tsx';
import s from './navigation-panel.module.css';

const whyDisabled = 'Switched off for your organisation. A system administrator can enable it on the Sites page.';

interface PanelProps {
  /** Icons only; the names are tooltips then. */
  isRail: boolean;
  onNavigate?: (() => void) | undefined;
  onFold?: (() => void) | undefined;
}

function Item({ item, isRail, onNavigate }: { item: NavigationItem } & Pick<PanelProps, 'isRail' | 'onNavigate'>) {
  const whyId = useId();
  const link = (
    <Link
      to={item.path}
      className={cx(s['item'], item.isDisabled && s['disabled'])}
      onClick={onNavigate}
      {...(item.isDisabled && { 'aria-describedby': whyId })}
    >
      <NavigationIcon path={item.path} size={18} />
      <span className={cx('clipped', s['label'], isRail && 'visually-hidden')}>{item.label}</span>
      {item.isDisabled && !isRail && <WarningBadge>Disabled</WarningBadge>}
      {item.isDisabled && isRail && (
        <>
          <TriangleAlert size={12} className={cx(s['railWarning'])} aria-hidden />
          <span className="visually-hidden">Disabled</span>
        </>
      )}
      {item.isDisabled && (
        <span id={whyId} hidden>
          {whyDisabled}
        </span>
      )}
    </Link>
  );
  if (!isRail && !item.isDisabled) return link;
  return (
    <Tooltip text={[isRail && item.label, item.isDisabled && whyDisabled].filter(Boolean).join(': ')} placement="end">
      <Focusable>{link}</Focusable>
    </Tooltip>
  );
}

/** The left-hand panel: what the session may see, in the order of the rules. */
export function NavigationPanel({ isRail, onNavigate, onFold }: PanelProps) {
  const subject = useSession((session) => session.subject);
  const isHighContrast = usePreferences(({ theme }) => theme === 'hc');
  const contrastLabel = isHighContrast ? 'Leave high contrast' : 'High contrast';
  const sites = useSession((session) => session.handshake?.sites);
  const sections = subject ? [...navigation(subject), ...systemNavigation(subject, sites ?? [])] : [];
  return (
    <div className={cx(s['panel'], isRail && s['rail'])}>
      <nav className={s['scroll']} aria-label="Main">
        {sections.map((section, index) => (
          <div key={section.heading ?? index} className={s['section']}>
            {section.heading && (
              <p className={cx('caption', s['heading'], isRail && 'visually-hidden')}>{section.heading}</p>
            )}
            <ul className={s['list']} aria-label={section.heading}>
              {section.items.map((item) => (
                <li key={item.path}>
                  <Item item={item} isRail={isRail} onNavigate={onNavigate} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div className={s['bar']}>
        {isRail ? (
          <IconButton size="small" icon={Contrast} label={contrastLabel} onPress={preferences.toggleContrast} />
        ) : (
          <Button variant="quiet" icon={Contrast} onPress={preferences.toggleContrast}>
            {contrastLabel}
          </Button>
        )}
        {onFold && (
          <IconButton
            size={isRail ? 'small' : 'medium'}
            icon={isRail ? PanelLeftOpen : PanelLeftClose}
            label={isRail ? 'Expand navigation' : 'Collapse navigation'}
            onPress={onFold}
          />
        )}
      </div>
    </div>
  );
}
