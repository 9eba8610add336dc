//===- CINToLattice.cpp - Concrete notation to lattices ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass that lowers `cin.kernel`: sets up the state of the recursion for a
// kernel, and replaces the kernel by what the recursion emits.
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"

#include "weft/Analysis/OperatorAlgebra.h"
#include "weft/Conversion/Passes.h"

#include "mlir/Dialect/Complex/IR/Complex.h"

namespace weft {
#define GEN_PASS_DEF_CONVERTCINTOLATTICE
#include "weft/Conversion/Passes.h.inc"
} // namespace weft

using namespace mlir;
using namespace weft;
using namespace weft::cin_to_lattice;

//===----------------------------------------------------------------------===//
// Names and shared questions
//===----------------------------------------------------------------------===//

level::FormatAttr KernelLowering::formatOf(Value ref) {
  return level::getFormat(cast<cin::RefType>(ref.getType()).getTensor());
}

Value KernelLowering::constantIndex(int64_t value) {
  return arith::ConstantIndexOp::create(builder, kernel.getLoc(), value);
}

Value KernelLowering::next(Value index) {
  return arith::AddIOp::create(builder, index.getLoc(), index,
                               constantIndex(1));
}

std::string KernelLowering::nameOf(Value ref) {
  return names.getTensor(ref).str();
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

FailureOr<SmallVector<Value>> KernelLowering::run() {
  if (failed(verifyKernel()))
    return failure();
  Location loc = kernel.getLoc();
  Scope scope;
  for (auto [arg, value] :
       llvm::zip_equal(kernel.getExtentArgs(), kernel.getExtents()))
    scope.coordinates[arg] = value;
  for (auto [ref, tensor] :
       llvm::zip_equal(kernel.getInputRefs(), kernel.getInputs()))
    scope.storages[ref] = level::OpenOp::create(builder, loc, tensor);

  // Results of order 0 are values; others are assembled.
  for (auto [ref, tensor] :
       llvm::zip_equal(kernel.getOutputRefs(), kernel.getOutputs())) {
    auto type = cast<RankedTensorType>(tensor.getType());
    if (type.getRank() == 0) {
      scope.scalars[ref] = buildScalar(builder, loc, level::getFill(type),
                                       type.getElementType());
      continue;
    }
    SmallVector<Value> sizes;
    for (int64_t dim = 0; dim != type.getRank(); ++dim)
      sizes.push_back(tensor::DimOp::create(builder, loc, tensor, dim));
    level::Assembly assembly = getResultAssembly(type);
    bool keeps = assembly == level::Assembly::Compute;
    scope.builders[ref] =
        initBuilder(loc, type, sizes, assembly, keeps ? tensor : Value());
  }

  llvm::DenseMap<Value, SmallVector<unsigned>> pathsOfRef;
  kernel.walk([&](Operation *op) {
    if (auto literal = dyn_cast<cin::LiteralOp>(op))
      scope.coordinates[literal.getVariable()] =
          constantIndex(literal.getCoordinate());
    if (auto split = dyn_cast<cin::SplitOp>(op))
      splits.push_back(split);
    if (auto assign = dyn_cast<cin::AssignOp>(op))
      scope.targets[assign];
    auto access = dyn_cast<cin::AccessOp>(op);
    if (!access)
      return;
    SmallVector<Value> variables(access.getIndices());
    for (unsigned number : pathsOfRef[access.getRef()])
      if (scope.paths[number].variables == variables) {
        pathNumbers[access] = number;
        return;
      }
    pathNumbers[access] = scope.paths.size();
    pathsOfRef[access.getRef()].push_back(scope.paths.size());
    Path path;
    path.ref = access.getRef();
    path.variables = variables;
    scope.paths.push_back(path);
  });

  if (failed(advancePaths(kernel, scope)))
    return failure();
  advanceTargets(scope);
  if (failed(lowerStatement(cin::getStatement(*kernel.getBlock()), scope)))
    return failure();

  SmallVector<Value> results;
  for (auto [ref, tensor] :
       llvm::zip_equal(kernel.getOutputRefs(), kernel.getOutputs())) {
    auto type = cast<RankedTensorType>(tensor.getType());
    if (Value scalar = scope.scalars.lookup(ref)) {
      Value state = initBuilder(loc, type, {}, getWorkspaceAssembly());
      scope.builders[ref] = level::StoreOp::create(
          builder, loc, state.getType(), scalar, state, constantIndex(0));
    }
    Value complete = completed.lookup(ref);
    results.push_back(complete ? complete : finalizeBuilder(loc, ref, scope));
  }
  return results;
}

namespace {
struct ConvertCINToLattice
    : public weft::impl::ConvertCINToLatticeBase<ConvertCINToLattice> {
  using Base::Base;
  void runOnOperation() override {
    SmallVector<cin::KernelOp> kernels;
    getOperation().walk([&](cin::KernelOp op) { kernels.push_back(op); });
    for (cin::KernelOp op : kernels) {
      OpBuilder builder(op);
      KernelLowering lowering(op, builder, maxCopies);
      FailureOr<SmallVector<Value>> results = lowering.run();
      if (failed(results))
        return signalPassFailure();
      op.replaceAllUsesWith(*results);
      op.erase();
    }
  }
};
} // namespace
