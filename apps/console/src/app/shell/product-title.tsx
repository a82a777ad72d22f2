import { product } from '@patchkeep/contract/product';
import { Link } from '@tanstack/react-router';
import { Focusable } from 'react-aria-components/Focusable';
import { useSession } from '../../lib/use-stores.ts';
import { cx } from '../../ui/cx.ts';
import { Tooltip } from '../../ui/tooltip.tsx';
import { Mark } from './mark.tsx';
import s from './header.module.css';

/** The product's name; in the test environment on red, with the word TEST, because colour alone says nothing. */
export function ProductTitle({ isLink = true }: { isLink?: boolean }) {
  const headerText = useSession((session) => session.headerText);
  const isUat = useSession((session) => session.isUat);
  const look = cx(s['product'], isUat && s['uat']);
  const content = (
    <>
      <Mark size={20} />
      <span className={s['productName']}>{headerText}</span>
      {isUat && <span className={s['test']}>TEST</span>}
    </>
  );
  const title = isLink ? (
    <Link to="/" className={look}>
      {content}
    </Link>
  ) : (
    <span className={look} tabIndex={isUat ? 0 : undefined} role={isUat ? 'note' : undefined}>
      {content}
    </span>
  );
  if (!isUat) return title;
  return (
    <Tooltip text={product.uatTooltip} placement="bottom">
      <Focusable>{title}</Focusable>
    </Tooltip>
  );
}
