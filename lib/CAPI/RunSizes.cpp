//===- RunSizes.cpp - The sizes of a run ------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a program has called a kernel on once, it calls it on again: the sizes
// of the last run are kept with its buffers.
//
//===----------------------------------------------------------------------===//

#include "RunSizes.h"
#include "SizeErrors.h"

#include "weft/Notation/Arguments.h"

#include <algorithm>

using namespace weft;
using weft::capi::RunSizes;

runtime::Status RunSizes::collectOperandDims(const Tensors &operands) {
  for (size_t number = 0; number < operands.size(); ++number) {
    const std::string &name = kernel().operands()[number].name;
    const std::vector<int64_t> &dims = operands[number]->dims();
    // A tensor whose structure the result keeps may be there twice.
    auto [entry, isNew] = given.tensors.emplace(name, dims);
    if (!isNew && entry->second != dims)
      return runtime::Status::failure(
          "the two operands named " + name +
          " differ in size: " + runtime::describeDims(entry->second) + " and " +
          runtime::describeDims(dims));
  }
  return runtime::Status::success();
}

runtime::Status RunSizes::collectResultDims() {
  for (size_t number = 0; givenDims && number < kernel().results().size();
       ++number) {
    const KernelTensor &result = kernel().results()[number];
    // What is an operand as well has its sizes.
    if (!givenDims[number] || given.tensors.count(result.name))
      continue;
    std::vector<int64_t> sizes(givenDims[number],
                               givenDims[number] + result.format.order());
    for (int64_t size : sizes)
      if (size < 0)
        return runtime::Status::failure("expected the sizes of " + result.name +
                                        " not to be negative, got " +
                                        std::to_string(size));
    given.tensors[result.name] = std::move(sizes);
  }
  return runtime::Status::success();
}

/// Whether a text gives a natural number of patterns the value that the kernel
/// was compiled for.
bool RunSizes::isNumber(const char *text) const {
  const auto &numbers = kernel().description.numbers;
  return std::any_of(numbers.begin(), numbers.end(), [&](const auto &number) {
    return number.first + ":" + std::to_string(number.second) == text;
  });
}

runtime::Status RunSizes::collectTexts() {
  if (numGivenTexts < 0)
    return runtime::Status::failure(
        "expected the number of sizes not to be negative, got " +
        std::to_string(numGivenTexts));
  for (int64_t number = 0; number < numGivenTexts; ++number) {
    const char *text = givenTexts ? givenTexts[number] : nullptr;
    if (!text)
      return runtime::Status::failure("expected NAME:SIZES, got NULL");
    if (isNumber(text))
      continue;
    auto parsed = notation::parseSizesArgument(text, kernel().program);
    if (!parsed)
      return runtime::Status::failure(notation::render(parsed.error(), text));
    if (kernel().program.findTensor(parsed->name)) {
      auto [entry, isNew] = given.tensors.emplace(parsed->name, parsed->value);
      if (!isNew && entry->second != parsed->value)
        return runtime::Status::failure(
            "'" + std::string(text) + "' contradicts " + parsed->name +
            ", which is a " + runtime::describeDims(entry->second));
    } else {
      auto [entry, isNew] =
          given.variables.emplace(parsed->name, parsed->value.front());
      if (!isNew && entry->second != parsed->value.front())
        return runtime::Status::failure(
            "'" + std::string(text) + "' contradicts " + parsed->name +
            ", which has the size " + std::to_string(entry->second));
    }
  }
  return runtime::Status::success();
}

/// Operands and texts are more than tensors that are merely filled: what
/// contradicts them is said of these.
void RunSizes::collectOutputDims(const Tensors &outputs) {
  for (size_t number = 0; number < outputs.size(); ++number)
    if (outputs[number])
      given.tensors.emplace(kernel().results()[number].name,
                            outputs[number]->dims());
}

runtime::Status RunSizes::collect(const Tensors &operands,
                                  const Tensors &outputs) {
  runtime::Status status = collectOperandDims(operands);
  if (status.succeeded())
    status = collectResultDims();
  if (status.succeeded())
    status = collectTexts();
  if (status.succeeded())
    collectOutputDims(outputs);
  return status;
}

const notation::Sizes &RunSizes::getGiven(const Tensors &operands,
                                          const Tensors &outputs) {
  // They were collected without a failure when the sizes were inferred.
  if (given.tensors.empty())
    (void)collect(operands, outputs);
  return given;
}

runtime::Status RunSizes::checkNumbers(const Tensors &operands) const {
  if (!kernel().hasPatterns())
    return runtime::Status::success();
  for (const notation::SumUse &sum : kernel().program.statements.front().sums)
    for (size_t number = 0; number < operands.size(); ++number) {
      const KernelTensor &operand = kernel().operands()[number];
      if (operand.index != sum.use.tensor)
        continue;
      int64_t size = operands[number]->dims()[sum.use.mode];
      if (size < sum.index.constant)
        return kernel().refuse(
            operand, "expected mode " + std::to_string(sum.use.mode + 1) +
                         " of " + operand.name + " to have the size " +
                         notation::print(sum.index) + ", got " +
                         std::to_string(size));
    }
  return runtime::Status::success();
}

runtime::Status RunSizes::infer(const Tensors &operands, const Tensors &outputs,
                                KnownSizes &known,
                                KnownSizes::Dims &resultDims) {
  // Programs run kernels on the same sizes again and again.
  bool isRepeatable = numGivenTexts == 0;
  if (isRepeatable && known.find(operands, outputs, givenDims, resultDims))
    return runtime::Status::success();
  if (runtime::Status status = collect(operands, outputs); status.failed())
    return status;
  for (const auto &[name, size] : kernel().sizes()) {
    auto other = given.variables.find(name);
    if (other != given.variables.end() && other->second != size)
      return runtime::Status::failure(
          "'" + name + "' is given the size " + std::to_string(other->second) +
          ", but the kernel is compiled for " + std::to_string(size));
    given.variables.insert({name, size});
  }
  auto sizes = notation::inferSizes(kernel().program, given);
  if (!sizes)
    return runtime::Status::failure(capi::renderSizeError(kernel(), sizes));
  if (runtime::Status status = checkNumbers(operands); status.failed())
    return status;
  resultDims.clear();
  for (const KernelTensor &result : kernel().results())
    resultDims.push_back(sizes->find(result.name)->second);
  if (isRepeatable)
    known.keep(operands, outputs, givenDims, resultDims);
  return runtime::Status::success();
}
