/** The little of Chrome's API for extensions that is used here. */
declare namespace chrome {
  export interface Listened<Listener> {
    addListener(listener: Listener): void;
  }

  export namespace runtime {
    const id: string;
    const lastError: { message?: string } | undefined;
    const onStartup: Listened<() => void>;
    const onInstalled: Listened<() => void>;
    const onMessage: Listened<
      (message: unknown, sender: { id?: string }, respond: (answer: unknown) => void) => true | undefined
    >;
    function sendMessage(message: unknown): Promise<unknown>;
    function getManifest(): { version: string };
  }

  export namespace storage {
    const local: {
      get(keys: string[]): Promise<Record<string, unknown>>;
      set(values: Record<string, unknown>): Promise<void>;
      remove(keys: string[]): Promise<void>;
    };
  }

  export namespace alarms {
    const onAlarm: Listened<() => void>;
    function create(name: string, when: { periodInMinutes: number }): Promise<void>;
  }

  export namespace permissions {
    interface Wanted {
      permissions: string[];
    }
    function contains(wanted: Wanted): Promise<boolean>;
    /** In answer to a click alone. */
    function request(wanted: Wanted): Promise<boolean>;
  }

  export namespace downloads {
    interface DownloadItem {
      id: number;
      url: string;
      finalUrl: string;
      filename: string;
      state: 'in_progress' | 'interrupted' | 'complete';
    }
    function search(query: { id?: number; startedAfter?: string }): Promise<DownloadItem[]>;
  }

  export namespace action {
    function setBadgeText(badge: { text: string; tabId?: number }): Promise<void>;
    function setBadgeBackgroundColor(badge: { color: string }): Promise<void>;
    function setTitle(title: { title: string }): Promise<void>;
  }

  export namespace tabs {
    interface Tab {
      id?: number;
      windowId: number;
      openerTabId?: number;
      title?: string;
      url?: string;
      status?: 'unloaded' | 'loading' | 'complete';
    }
    const onCreated: Listened<(tab: Tab) => void>;
    function get(tabId: number): Promise<Tab>;
    function query(query: { active?: boolean; currentWindow?: boolean; windowId?: number }): Promise<Tab[]>;
    function create(tab: { url: string; openerTabId: number }): Promise<Tab>;
    function remove(tabId: number): Promise<void>;
  }

  export namespace declarativeNetRequest {
    interface Rule {
      id: number;
      action: { type: 'block' };
      condition: { regexFilter: string; tabIds: number[]; resourceTypes: string[] };
    }
    function getSessionRules(): Promise<{ id: number }[]>;
    function updateSessionRules(change: { removeRuleIds: number[]; addRules: Rule[] }): Promise<void>;
  }

  export namespace windows {
    function create(options: { tabId: number; focused: boolean }): Promise<unknown>;
  }

  export namespace debugging {
    interface Debuggee {
      tabId?: number;
      sessionId?: string;
    }
    const onEvent: Listened<(source: Debuggee, method: string, params?: object) => void>;
    const onDetach: Listened<(source: Debuggee, reason: string) => void>;
    function getTargets(): Promise<{ attached: boolean; tabId?: number }[]>;
    function attach(target: { tabId: number }, version: string): Promise<void>;
    function detach(target: { tabId: number }): Promise<void>;
    function sendCommand(
      target: { tabId: number; sessionId?: string | undefined },
      method: string,
      params?: object,
    ): Promise<object | undefined>;
  }

  export { debugging as debugger };

  export namespace devtools.recorder {
    function registerRecorderExtensionPlugin(
      plugin: {
        stringify(recording: unknown): Promise<string>;
        stringifyStep(step: unknown): Promise<string>;
      },
      name: string,
      mediaType: string,
    ): void;
  }
}
