import { Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './card.module.css';

interface CardProps {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}

export function Card({ title, aside, children }: CardProps) {
  const id = useId();
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div className={`row wrap ${classes.cardHead}`}>
        <Title order={2} size="md" id={id}>
          {title}
        </Title>
        {aside}
      </div>
      {children}
    </section>
  );
}
