//===- KernelLowering.cpp - Lowering the statements of a kernel -*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Begins and ends the recursion: what tensors are before the statement of a
// kernel, and what becomes of its results.
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"

#include "OperandPaths.h"
#include "OperationPreconditions.h"

#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Dialect/Weft/IR/ArrayNames.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin_to_lattice;

Scope KernelLowering::enterKernel() {
  cin::KernelOp kernel = info.getKernel();
  Location loc = kernel.getLoc();
  Scope scope;
  for (auto [arg, value] :
       llvm::zip_equal(kernel.getExtentArgs(), kernel.getExtents()))
    scope.coordinates[arg] = value;
  for (auto [ref, tensor] :
       llvm::zip_equal(kernel.getInputRefs(), kernel.getInputs()))
    scope.tensors[ref].storage = level::OpenOp::create(builder, loc, tensor);

  // Results of order 0 are values; others are assembled.
  for (auto [ref, tensor] :
       llvm::zip_equal(kernel.getOutputRefs(), kernel.getOutputs())) {
    auto type = cast<RankedTensorType>(tensor.getType());
    if (type.getRank() == 0) {
      scope.tensors[ref].scalar = buildScalar(
          builder, loc, level::getFill(type), type.getElementType());
      continue;
    }
    SmallVector<Value> sizes;
    for (int64_t dim = 0; dim != type.getRank(); ++dim)
      sizes.push_back(tensor::DimOp::create(builder, loc, tensor, dim));
    level::Assembly assembly = info.getResultAssembly(ref);
    analysis::SharedStructure shared = info.getStructure(ref);
    Value structure;
    if (assembly == level::Assembly::Compute)
      structure = tensor;
    else if (shared)
      structure = kernel.getInputs()[llvm::find(kernel.getInputRefs(),
                                                shared.access.getRef()) -
                                     kernel.getInputRefs().begin()];
    TensorState &state = scope.tensors[ref];
    state.begin =
        targets.emitInitResult(setArrayName(loc, info.getName(ref)), type,
                               sizes, assembly, structure, shared);
    state.builder = state.begin.getState();
  }

  for (cin::LiteralOp literal : info.getLiterals())
    scope.coordinates[literal.getVariable()] =
        context.createIndex(literal.getCoordinate());
  for (cin::AssignOp assign : info.getAssigns())
    scope.targets[assign];
  scope.paths.resize(info.getPaths().size());
  return scope;
}

FailureOr<SmallVector<Value>> KernelLowering::run() {
  cin::KernelOp kernel = info.getKernel();
  if (failed(verifyKernel(info, options)))
    return failure();
  Scope scope = enterKernel();
  if (failed(advancePaths(context, kernel, scope)))
    return failure();
  targets.advance(scope);
  if (failed(lowerStatement(cin::getStatement(*kernel.getBlock()), scope)))
    return failure();

  Location loc = kernel.getLoc();
  SmallVector<Value> results;
  for (Value ref : kernel.getOutputRefs()) {
    TensorState &tensor = scope.tensors[ref];
    if (tensor.scalar) {
      Value state = targets.emitInitWorkspace(loc, ref, {}, scope);
      tensor.builder =
          level::StoreOp::create(builder, loc, state.getType(), tensor.scalar,
                                 state, context.createIndex(0));
    }
    Value complete = scope.completed.lookup(ref);
    results.push_back(complete ? complete
                               : targets.emitFinalize(loc, ref, scope));
  }
  return results;
}
