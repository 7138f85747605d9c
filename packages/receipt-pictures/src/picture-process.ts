import { loadCodeReader } from "./decoding/read-codes.ts";
import { readPicture, readPictureFile } from "./read-picture.ts";
import { loadModels } from "./recognition/models.ts";
import { serveTasks } from "./serve-tasks.ts";

const [models] = await Promise.all([loadModels(), loadCodeReader()]);

serveTasks((task, rules) =>
  "picture" in task ? readPicture(task.picture, models, rules) : readPictureFile(task.bytes, models, rules),
);
