import { Button } from '@mantine/core';
import { escapeExpressions } from '../../../../model/values/template.ts';
import type { PickedElement } from '../../../app/tool-replies.ts';
import classes from './form.module.css';

interface PickedOptionsProps {
  picked: PickedElement;
  /** An option in each line. */
  text: string;
  onChange(text: string): void;
}

/** In a list that takes several, each option is added to the others. */
export function PickedOptions({ picked: { role, content }, text, onChange }: PickedOptionsProps) {
  const chosen = text.split('\n').filter(line => line !== '');
  const toggle = (option: string) => {
    if (role !== 'listbox') return onChange(option);
    const others = chosen.filter(other => other !== option);
    onChange([...others, ...(chosen.includes(option) ? [] : [option])].join('\n'));
  };
  return (
    <div className={classes.options} role="group" aria-label="Options of the picked list">
      {[...new Set(content?.options?.map(escapeExpressions))].map(option => (
        <Button
          key={option}
          size="compact-xs"
          variant={chosen.includes(option) ? 'light' : 'default'}
          aria-pressed={chosen.includes(option)}
          dir="auto"
          onClick={() => toggle(option)}
        >
          {option}
        </Button>
      ))}
    </div>
  );
}
