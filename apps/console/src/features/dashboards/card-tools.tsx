import type { DashboardCard } from '@patchkeep/contract/dashboard-config';
import GripVertical from 'lucide-react/icons/grip-vertical';
import Move from 'lucide-react/icons/move';
import Settings2 from 'lucide-react/icons/settings-2';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { MenuButton, MenuItem, MenuSection } from '../../ui/menu.tsx';
import { CardSettingsDialog } from './card-settings-dialog.tsx';
import { titleOf } from './card-titles.ts';
import { changeCard, type Move as Direction, moveCard, moves, placeAfter, removeCard } from './layout.ts';
import type { Arranging } from './use-arranging.ts';
import s from './dashboards.module.css';

const moveText: Record<Direction, string> = {
  left: 'Left',
  right: 'Right',
  up: 'Up',
  down: 'Down',
  start: 'To the start',
};
const widthText: Record<DashboardCard['width'], string> = { S: 'Small', M: 'Medium', L: 'Large' };
const widths = ['S', 'M', 'L'] as const;

export interface CardToolsProps {
  index: number;
  arranging: Arranging;
  hasScopes: boolean;
  onDragStart: () => void;
  onDragEnd: () => void;
}

/** What can be done with a card while it is arranged: dragged by its handle, or the same by menu. */
export function CardTools({ index, arranging, hasScopes, onDragStart, onDragEnd }: CardToolsProps) {
  const [isChanging, setChanging] = useState(false);
  const { config, change } = arranging;
  const card = config.cards[index];
  if (!card) return null;
  const title = titleOf(card);
  const move = (direction: Direction) => {
    const place = placeAfter(config.cards, index, direction);
    change(moveCard(config, index, place), `${title} moved to place ${place + 1} of ${config.cards.length}.`);
  };
  const resize = (width: DashboardCard['width']) =>
    change(changeCard(config, card.cardId, { width }), `${title} is ${widthText[width].toLowerCase()} now.`);
  return (
    <>
      <MenuButton
        label={`Move or resize ${title}`}
        icon={Move}
        isIconOnly
        variant="quiet"
        size="small"
        placement="bottom end"
      >
        <MenuSection title="Move">
          {moves.map((direction) => (
            <MenuItem
              key={direction}
              isDisabled={placeAfter(config.cards, index, direction) === index}
              onAction={() => move(direction)}
            >
              {moveText[direction]}
            </MenuItem>
          ))}
        </MenuSection>
        <MenuSection title="Size">
          {widths.map((width) => (
            <MenuItem key={width} isDisabled={card.width === width} onAction={() => resize(width)}>
              {widthText[width]}
            </MenuItem>
          ))}
        </MenuSection>
      </MenuButton>
      <IconButton size="small" icon={Settings2} label={`Settings of ${title}`} onPress={() => setChanging(true)} />
      <IconButton
        size="small"
        icon={X}
        label={`Take ${title} away`}
        onPress={() => change(removeCard(config, card.cardId), `${title} taken away.`)}
      />
      {/* For pointers only: everything a drag does, the menu does for keys and screen readers. */}
      <span
        className={s['handle']}
        draggable
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move';
          event.dataTransfer.setData('text/plain', card.cardId);
          onDragStart();
        }}
        onDragEnd={onDragEnd}
        data-handle={card.cardId}
        aria-hidden
      >
        <GripVertical size={16} />
      </span>
      {isChanging && (
        <CardSettingsDialog
          card={card}
          hasScopes={hasScopes}
          onChange={(changes) => change(changeCard(config, card.cardId, changes), `${title} changed.`)}
          onClose={() => setChanging(false)}
        />
      )}
    </>
  );
}
