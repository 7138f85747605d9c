import { nothing, type TemplateResult } from "lit-html";
import { ApiFault, faultOf } from "../api/api-fault.ts";
import { failureNotice } from "../elements/failure-notice.ts";
import { pageSkeleton } from "../elements/skeleton.ts";
import type { LoadContext, OpenPage, PageSettings, PageTexts, Place, ViewContext } from "./page.ts";
import { pageFrame } from "./page-frame.ts";
import { mayOpen } from "./page-roles.ts";
import { createStore } from "./store.ts";

type Shown<Data, State> = {
  readonly query: URLSearchParams;
  readonly loaded: { readonly data: Data } | undefined;
  readonly fault: ApiFault | undefined;
  readonly isLoading: boolean;
  readonly state: State;
};

/** Pause after a failed load: live pages may reload without an interval of their own. */
const AFTER_FAULT_MS = 3_000;

/** An open page: loads its data, holds its state and draws both. */
export function openPage<T extends PageTexts, Data, State extends object>(
  settings: PageSettings<T, Data, State>,
  place: Place,
): OpenPage {
  const closed = new AbortController();
  let stopLive: (() => void) | undefined;
  let latest = 0;
  const store = createStore<Shown<Data, State>>(
    {
      query: place.query,
      loaded: undefined,
      fault: undefined,
      isLoading: true,
      state: settings.start(),
    },
    () => {
      if (!closed.signal.aborted) place.draw();
    },
  );
  const loadContext = (): LoadContext => ({
    app: place.app(),
    params: place.params,
    query: store.get().query,
    signal: closed.signal,
  });

  async function load({ isQuiet = false } = {}): Promise<void> {
    latest += 1;
    const mine = latest;
    // A later load has started, or the page was left.
    const isStale = () => mine !== latest || closed.signal.aborted;
    if (!isQuiet) store.change({ isLoading: true });
    try {
      const data = await settings.load(loadContext());
      if (isStale()) return;
      store.change({ loaded: { data }, fault: undefined, isLoading: false });
      stopLive?.();
      stopLive = settings.live?.(viewContext(data));
    } catch (error) {
      if (isStale()) return;
      const fault = faultOf(error);
      store.change({ isLoading: false, fault });
      const { app } = loadContext();
      const { loaded } = store.get();
      if (loaded === undefined) return;
      if (!isQuiet) app.announce(app.shared.faults(fault));
      followAgain(loaded.data);
    }
  }

  /** Continues to follow the data that is still shown after a failed load. */
  function followAgain(data: Data): void {
    stopLive?.();
    const timer = setTimeout(() => {
      stopLive = settings.live?.(viewContext(data));
    }, AFTER_FAULT_MS);
    stopLive = () => clearTimeout(timer);
  }

  function viewContext(data: Data): ViewContext<T, Data, State> {
    return { ...leadContext(), data };
  }

  const leadView = () => settings.lead?.(leadContext()) ?? nothing;

  function leadContext(): Omit<ViewContext<T, Data, State>, "data"> {
    const context = loadContext();
    return {
      ...context,
      texts: settings.texts[context.app.language],
      state: store.get().state,
      change: (patch) =>
        store.change(({ state }) => ({
          state: { ...state, ...(typeof patch === "function" ? patch(state) : patch) },
        })),
      reload: load,
      refresh: () => load({ isQuiet: true }),
    };
  }

  function viewLoaded(data: Data): TemplateResult {
    const context = viewContext(data);
    return pageFrame({
      heading: settings.heading?.(context) ?? context.texts.title,
      actions: settings.actions?.(context) ?? nothing,
      isBusy: store.get().isLoading,
      lead: leadView(),
      body: settings.view(context),
    });
  }

  function viewUnloaded(fault: ApiFault | undefined): TemplateResult {
    const { app } = loadContext();
    const again = () => {
      store.change({ fault: undefined, loaded: undefined });
      place.again();
      void load();
    };
    return pageFrame({
      heading: settings.texts[app.language].title,
      actions: nothing,
      isBusy: store.get().isLoading,
      lead: refusal() === undefined ? leadView() : nothing,
      body: fault === undefined ? pageSkeleton(app.shared) : failureNotice(fault, app.shared, again),
    });
  }

  /** A form that loads nothing would else be refused only when it is sent. */
  function refusal(): ApiFault | undefined {
    const role = place.app().session?.member.role;
    if (settings.access === "anyone" || role === undefined || mayOpen(settings, role)) return undefined;
    const message = `Your role (${role}) cannot do this: ask an owner or a manager of the account`;
    return new ApiFault({ status: 403, code: "permission_denied", message });
  }

  void load();
  return {
    view: () => {
      const refused = refusal();
      if (refused !== undefined) return viewUnloaded(refused);
      const { loaded, fault } = store.get();
      try {
        return loaded === undefined ? viewUnloaded(fault) : viewLoaded(loaded.data);
      } catch (error) {
        // A page that cannot be drawn shows an error inside the intact shell.
        reportError(error);
        return viewUnloaded(faultOf(error));
      }
    },
    revisit: (query) => {
      stopLive?.();
      store.change({ query });
      void load();
    },
    close: () => {
      closed.abort();
      stopLive?.();
    },
  };
}
