//===- JointKernel.cpp - A kernel of several statements -------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs once and holds each result until its statement's value takes it.
//
//===----------------------------------------------------------------------===//

#include "JointKernel.h"

using namespace weft;
using namespace weft::cxx_impl;

JointKernel::JointKernel(std::vector<StatementPtr> statements,
                         Operands operands)
    : statements(std::move(statements)), operands(std::move(operands)),
      kernel(compileStatements(getStatements())) {}

std::vector<const Statement *> JointKernel::getStatements() const {
  std::vector<const Statement *> pointers;
  for (const StatementPtr &statement : statements)
    pointers.push_back(statement.get());
  return pointers;
}

StoredPtr JointKernel::take(size_t member) {
  std::lock_guard<std::mutex> lock(mutex);
  if (results.empty())
    run();
  return std::move(results[member]);
}

void JointKernel::run() {
  std::vector<StoredPtr> kept;
  std::vector<const weft_tensor *> handles;
  for (const TensorInfo *operand : kernel->getOperands(getStatements())) {
    kept.push_back(operands.at(operand)->get());
    handles.push_back(kept.back()->getHandle());
  }
  std::vector<const TensorInfo *> made = kernel->getResults(getStatements());
  std::vector<TensorHandle> tensors = kernel->run(handles, made);
  std::map<const TensorInfo *, StoredPtr> byTensor;
  for (size_t number = 0; number < made.size(); ++number)
    byTensor[made[number]] = std::make_shared<const StoredTensor>(
        std::move(tensors[number]), made[number]->format);
  std::vector<StoredPtr> ordered;
  for (const StatementPtr &statement : statements)
    ordered.push_back(byTensor.at(statement->result.get()));
  results = std::move(ordered);
  operands.clear();
}
