//===- UniformControl.cpp - Control flow that threads share -----*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value is the same in the threads of a warp if it is computed from values
// outside of the launch, numbers of blocks and warps, and elements of arrays
// that the launch does not write.
//
//===----------------------------------------------------------------------===//

#include "UniformControl.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/DenseMap.h"

using namespace mlir;
using namespace weft;
using namespace weft::gpu;

namespace {

/// Finds values that are the same in all threads of a warp.
class Uniformity {
public:
  Uniformity(mlir::gpu::LaunchOp launch, const llvm::DenseSet<Value> &written)
      : launch(launch), written(written) {}

  bool isSame(Value value);

private:
  mlir::gpu::LaunchOp launch;
  const llvm::DenseSet<Value> &written;
  llvm::DenseMap<Value, bool> known;
};

} // namespace

bool Uniformity::isSame(Value value) {
  if (!launch->isAncestor(value.getParentBlock()->getParentOp()))
    return true;
  auto areSame = [&](ValueRange values) {
    return llvm::all_of(values, [&](Value other) { return isSame(other); });
  };
  if (auto found = known.find(value); found != known.end())
    return found->second;
  bool same = false;
  Operation *definition = value.getDefiningOp();
  if (!definition) {
    auto loop = dyn_cast<scf::ForOp>(value.getParentBlock()->getParentOp());
    same = loop ? value == loop.getInductionVar() &&
                      areSame({loop.getLowerBound(), loop.getStep()}) &&
                      isSame(loop.getUpperBound())
                : value.getParentBlock() == &launch.getBody().front() &&
                      value != launch.getThreadIds().x;
  } else if (definition->getNumRegions() == 0) {
    auto load = dyn_cast<memref::LoadOp>(definition);
    bool agrees =
        load ? !written.contains(load.getMemRef())
             : isPure(definition) &&
                   !isa<mlir::gpu::ShuffleOp, NVVM::ShflOp,
                        mlir::gpu::ThreadIdOp, mlir::gpu::LaneIdOp>(definition);
    same = agrees && areSame(definition->getOperands());
  }
  known[value] = same;
  return same;
}

bool weft::gpu::isUniform(Operation *op, mlir::gpu::LaunchOp launch,
                          const llvm::DenseSet<Value> &written) {
  Uniformity values(launch, written);
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return values.isSame(loop.getLowerBound()) &&
           values.isSame(loop.getUpperBound()) && values.isSame(loop.getStep());
  auto branch = dyn_cast<scf::IfOp>(op);
  return branch && values.isSame(branch.getCondition());
}
