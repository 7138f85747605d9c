import type pg from "pg";

/** A column of a statement's result: its name and the number of its type. */
export interface DescribedColumn {
  readonly name: string;
  readonly dataTypeID: number;
}

/** Lets PostgreSQL describe a statement without running it. Returns no columns if it has no result. */
export async function describeStatement(
  client: pg.Client,
  text: string,
): Promise<readonly DescribedColumn[]> {
  return await new Promise((resolve, reject) => {
    let columns: readonly DescribedColumn[] = [];
    // node-postgres runs what it describes; its queue takes any query that reads the messages itself.
    const description = {
      submit: (connection: pg.Connection) => {
        connection.parse({ name: "", text, types: [] }, false);
        connection.describe({ type: "S", name: "" }, false);
        connection.sync();
      },
      handleRowDescription: ({ fields }: { fields: readonly DescribedColumn[] }) => {
        columns = fields;
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(columns),
    };
    client.query(description);
  });
}
