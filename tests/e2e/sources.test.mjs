// Paths of files that are fetched together (static/sources.js): the readers join a model's files by them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paths } from '../../static/sources.js';

test('a file behind an address has its name, without query and fragment', () => {
  assert.deepEqual(paths(['https://a.example/models/detect.tflite?download=true#x']), ['detect.tflite']);
  assert.deepEqual(paths(['https://a.example/my%20model.pb']), ['my model.pb']);
  assert.deepEqual(paths(['https://a.example/models/']), ['file']);
  assert.deepEqual(paths(['https://a.example/100%.tflite']), ['100%.tflite'], 'an address that is not encoded');
  assert.deepEqual(paths([]), []);
});

test('files of a folder keep the folders in which they differ', () => {
  const folder = 'https://a.example/models/half_plus_two';
  assert.deepEqual(paths([`${folder}/saved_model.pb`, `${folder}/variables/variables.index`, `${folder}/variables/variables.data-00000-of-00001`]), [
    'saved_model.pb',
    'variables/variables.index',
    'variables/variables.data-00000-of-00001',
  ]);
  assert.deepEqual(paths([`${folder}/ckpt-1.index`, `${folder}/ckpt-1.data-00000-of-00001`]), ['ckpt-1.index', 'ckpt-1.data-00000-of-00001']);
  assert.deepEqual(paths(['https://a.example/a/model.tflite', 'https://b.example/b/model.tflite']), ['a.example/a/model.tflite', 'b.example/b/model.tflite']);
  assert.deepEqual(paths([`${folder}/model.pb`, `${folder}/model.pb`]), ['model.pb', 'model.pb']);
});
