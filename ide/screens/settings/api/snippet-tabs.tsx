import { Tabs } from '@mantine/core';
import { CopyButton } from '../../../parts/copy-button.tsx';
import classes from '../parts/form.module.css';
import { apiAddress } from './api-address.ts';
import { snippetsFor } from './snippets.ts';

export function SnippetTabs() {
  const snippets = snippetsFor(apiAddress());
  return (
    <Tabs defaultValue={snippets[0].id} keepMounted={false}>
      <Tabs.List aria-label="Use it in" mb="sm">
        {snippets.map(({ id, title }) => (
          <Tabs.Tab key={id} value={id}>
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {snippets.map(({ id, title, where, text }) => (
        <Tabs.Panel key={id} value={id}>
          <div className={classes.form}>
            <div className={classes.bar}>
              <p className="flush note">{where}</p>
              <span className="grow" />
              <CopyButton text={text} what={`snippet for ${title}`} />
            </div>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it */}
            <pre className={classes.code} tabIndex={0} role="region" aria-label={`Snippet for ${title}`}>
              {text}
            </pre>
          </div>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
