//===- race_detector.c - A kernel under ThreadSanitizer
//----------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs a kernel, linked to this program, on the operands in a file, with each
// of the given numbers of threads, and writes what it gives. Compiled, like the
// kernel, with -fsanitize=thread (see race_detector.py).
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/TensorABI.h"

#include <stdio.h>
#include <stdlib.h>

void kernel_entry(weft_tensor_data *const *tensors);
void weft_rt_set_num_threads(int32_t count);

static int64_t readNumber(FILE *file) {
  int64_t number = 0;
  if (fread(&number, sizeof number, 1, file) != 1)
    exit(2);
  return number;
}

/* A tensor is its order, its sizes, the number of its arrays, and of each array
 * the length, the number of bytes and the bytes. */
static weft_tensor_data *readTensor(FILE *file) {
  weft_tensor_data *tensor = calloc(1, sizeof *tensor);
  tensor->order = readNumber(file);
  tensor->dims = calloc((size_t)tensor->order + 2, sizeof(int64_t));
  for (int64_t mode = 0; mode < tensor->order; ++mode)
    tensor->dims[mode] = readNumber(file);
  tensor->num_arrays = readNumber(file);
  tensor->arrays = calloc((size_t)tensor->num_arrays, sizeof(weft_array));
  for (int64_t number = 0; number < tensor->num_arrays; ++number) {
    weft_array *array = &tensor->arrays[number];
    array->length = readNumber(file);
    size_t bytes = (size_t)readNumber(file);
    array->data = malloc(bytes + 1);
    if (bytes && fread(array->data, bytes, 1, file) != 1)
      exit(2);
  }
  return tensor;
}

static void writeNumber(int64_t number, FILE *file) {
  fwrite(&number, sizeof number, 1, file);
}

/* Usage: PROGRAM INPUT OUTPUT THREADS...; the input has the number of results,
 * that of all tensors, the tensors, and of each array of the results the bytes
 * of an element. */
int main(int argc, char **argv) {
  FILE *input = fopen(argv[1], "rb"), *output = fopen(argv[2], "wb");
  if (!input || !output)
    return 2;
  int64_t numResults = readNumber(input), numTensors = readNumber(input);
  weft_tensor_data **tensors = calloc((size_t)numTensors, sizeof *tensors);
  for (int64_t number = 0; number < numTensors; ++number)
    tensors[number] = readTensor(input);
  int64_t bytes[64];
  for (size_t count = 0; count != 64; ++count)
    if (fread(&bytes[count], sizeof bytes[count], 1, input) != 1)
      break;
  for (int argument = 3; argument < argc; ++argument) {
    weft_rt_set_num_threads(atoi(argv[argument]));
    weft_rt_error error;
    int64_t status = weft_rt_invoke(kernel_entry, tensors, &error);
    writeNumber(status, output);
    if (status != WEFT_RT_OK)
      continue;
    size_t next = 0;
    for (int64_t result = 0; result < numResults; ++result)
      for (int64_t number = 0; number < tensors[result]->num_arrays; ++number) {
        weft_array *array = &tensors[result]->arrays[number];
        writeNumber(array->length, output);
        fwrite(array->data, (size_t)bytes[next++], (size_t)array->length,
               output);
        weft_rt_free_result(array->data);
      }
  }
  fclose(input);
  return fclose(output) ? 2 : 0;
}
