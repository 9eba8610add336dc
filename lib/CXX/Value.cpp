//===- Value.cpp - Values that are stored or will be computed -------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes each statement once. Values lock those of their operands, which were
// made before: there are no cycles.
//
//===----------------------------------------------------------------------===//

#include "Value.h"

#include "JointKernel.h"

#include "weft-cxx/Error.h"

#include <algorithm>
#include <cstring>

using namespace weft;
using namespace weft::cxx_impl;

Value::Value(std::shared_ptr<const Statement> statement) : depth(1) {
  for (const auto &[tensor, operand] : statement->operands)
    depth = std::max(depth, operand->getDepth() + 1);
  pending = std::make_unique<Pending>();
  pending->statement = std::move(statement);
}

std::shared_ptr<const Statement> Value::getStatement() const {
  std::lock_guard<std::mutex> lock(mutex);
  return pending ? pending->statement : nullptr;
}

size_t Value::getDepth() const {
  std::lock_guard<std::mutex> lock(mutex);
  return depth;
}

KernelPtr Value::getKernel() {
  if (!pending->kernel)
    pending->kernel = compileStatement(*pending->statement);
  return pending->kernel;
}

std::vector<const weft_tensor *>
Value::collectOperands(const Kernel &kernel, const StoredTensor *structure,
                       std::vector<StoredPtr> &kept) const {
  const Statement &statement = *pending->statement;
  std::vector<const weft_tensor *> operands;
  for (const TensorInfo *operand : kernel.getOperands({&statement})) {
    auto read = statement.operands.find(operand);
    if (read == statement.operands.end()) {
      operands.push_back(structure->getHandle());
      continue;
    }
    kept.push_back(read->second->get());
    operands.push_back(kept.back()->getHandle());
  }
  return operands;
}

StoredPtr Value::run(const Kernel &kernel,
                     const StoredTensor *structure) const {
  const Statement &statement = *pending->statement;
  std::vector<StoredPtr> kept;
  std::vector<const weft_tensor *> operands =
      collectOperands(kernel, structure, kept);
  std::vector<TensorHandle> results =
      kernel.run(operands, {statement.result.get()});
  return std::make_shared<const StoredTensor>(std::move(results.front()),
                                              statement.result->format);
}

StoredPtr Value::compute() {
  if (pending->joint)
    return pending->joint->take(pending->member);
  return pending->structure ? run(*pending->computing, pending->structure.get())
                            : run(*getKernel(), nullptr);
}

StoredPtr Value::get() {
  std::lock_guard<std::mutex> lock(mutex);
  if (stored)
    return stored;
  stored = compute();
  pending.reset();
  depth = 0;
  return stored;
}

/// A tensor of memory that results are computed into.
static TensorHandle borrow(void *components, size_t count,
                           const TensorInfo &info) {
  std::string format = info.format.getText();
  const void *data = components;
  auto length = static_cast<int64_t>(count);
  static const int64_t none = 0;
  weft_tensor *tensor = nullptr;
  char *error = nullptr;
  if (weft_tensor_from_arrays(format.c_str(), info.type.c_str(),
                              static_cast<int64_t>(info.dims.size()),
                              info.dims.empty() ? &none : info.dims.data(), 1,
                              &data, &length,
                              WEFT_ARRAYS_WRITABLE | WEFT_ARRAYS_TRUSTED,
                              nullptr, nullptr, &tensor, &error))
    fail(error);
  return TensorHandle(tensor);
}

void Value::computeInto(void *components, size_t count) {
  std::lock_guard<std::mutex> lock(mutex);
  // A kernel of several statements makes the values of all of them.
  if (!stored && pending->joint) {
    stored = compute();
    pending.reset();
    depth = 0;
  }
  if (stored) {
    auto size = static_cast<size_t>(
        weft_type_size(weft_tensor_type(stored->getHandle())));
    if (count > 0)
      std::memmove(components, stored->getComponents(), count * size);
    return;
  }
  KernelPtr kernel = getKernel();
  std::vector<StoredPtr> kept;
  std::vector<const weft_tensor *> operands =
      collectOperands(*kernel, nullptr, kept);
  TensorHandle result = borrow(components, count, *pending->statement->result);
  kernel->runInto(operands, *result);
}

void Value::compile() {
  std::lock_guard<std::mutex> lock(mutex);
  if (pending && !pending->joint)
    getKernel();
}

void Value::assemble() {
  std::lock_guard<std::mutex> lock(mutex);
  if (!pending || pending->structure || pending->joint)
    return;
  getKernel();
  const Statement &statement = *pending->statement;
  // All components of a dense result have their places.
  if (statement.result->format.isDense() || statement.accumulates)
    return;
  KernelPtr assembling, computing;
  try {
    assembling = compileStatement(statement, "assembly=assemble");
    computing = compileStatement(statement, "assembly=compute");
  } catch (const Error &) {
    // The statement compiles, but its phases do not: they remain one.
    return;
  }
  if (computing->takesStructure(statement))
    pending->structure = run(*assembling, nullptr);
  pending->computing = computing;
}

void Value::join(std::shared_ptr<JointKernel> joint, size_t member) {
  std::lock_guard<std::mutex> lock(mutex);
  if (!pending)
    return;
  pending->joint = std::move(joint);
  pending->member = member;
  depth = 1;
}
