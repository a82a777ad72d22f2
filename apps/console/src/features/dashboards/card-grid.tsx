import type { DashboardConfig } from '@patchkeep/contract/dashboard-config';
import type { CardData } from '@patchkeep/contract/dashboard-data';
import { useState } from 'react';
import { deferred } from '../../lib/deferred.tsx';
import { cx } from '../../ui/cx.ts';
import type { Look } from './card-look.ts';
import { CardSkeleton } from './card-skeleton.tsx';
import { titleOf } from './card-titles.ts';
import { moveCard } from './layout.ts';
import type { Arranging } from './use-arranging.ts';
import s from './dashboards.module.css';

/* Fetched while the numbers are on their way, so that drawing charts costs the first paint nothing. */
const CardView = deferred(() => import('./card-view.tsx').then(({ CardView: component }) => component));
void CardView.preload();
const CardTools = deferred(() => import('./card-tools.tsx').then(({ CardTools: component }) => component));

export interface CardGridProps {
  config: DashboardConfig;
  cards: readonly CardData[];
  /** Numbers are on their way. */
  isWaiting: boolean;
  look: Look;
  /** Given while the cards are arranged. */
  arranging?: Arranging | undefined;
}

/** The cards in reading order on twelve columns. */
export function CardGrid({ config, cards, isWaiting, look, arranging }: CardGridProps) {
  const [dragged, setDragged] = useState<number | null>(null);
  const [target, setTarget] = useState<number | null>(null);
  const end = () => {
    setDragged(null);
    setTarget(null);
  };
  const drop = (place: number) => {
    const card = dragged === null ? undefined : config.cards[dragged];
    if (arranging && card && dragged !== null)
      arranging.change(
        moveCard(config, dragged, place),
        `${titleOf(card)} moved to place ${place + 1} of ${config.cards.length}.`,
      );
    end();
  };
  return (
    <div className={cx(s['room'], look.isPrint && s['paper'])}>
      <ul className={s['grid']}>
        {config.cards.map((card, index) => (
          <li
            key={card.cardId}
            className={cx(s['card'], s[card.width], index === dragged && s['dragged'], index === target && s['target'])}
            {...(dragged !== null && {
              onDragOver: (event) => {
                event.preventDefault();
                setTarget(index);
              },
              onDrop: (event) => {
                event.preventDefault();
                drop(index);
              },
            })}
          >
            <CardView
              placeholder={<CardSkeleton card={card} />}
              card={card}
              data={cards.find(({ cardId }) => cardId === card.cardId)}
              isWaiting={isWaiting}
              look={look}
              actions={
                arranging && (
                  <CardTools
                    index={index}
                    arranging={arranging}
                    hasScopes={look.of === 'site'}
                    onDragStart={() => setDragged(index)}
                    onDragEnd={end}
                  />
                )
              }
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
