//===- SharedScalars.cpp - Scalars that threads update ----------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops carry scalars as values, which parallel iterations cannot pass to each
// other. A scalar that the iterations of a parallel loop update is stored in
// memory, as the components of dense tensors are.
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"

#include "weft/Analysis/Races.h"
#include "weft/Dialect/Weft/IR/ArrayNames.h"
#include "weft/Support/Combiner.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin_to_lattice;

/// Emits a place for a value, which it has.
static Value emitPlace(const EmitContext &context, Location loc, Value state,
                       Value value) {
  return level::StoreOp::create(context.builder, loc, state.getType(), value,
                                state, context.createIndex(0));
}

/// Emits what is in a place that is left then.
static Value emitTake(const EmitContext &context, Location loc, Value complete,
                      Type type) {
  OpBuilder &builder = context.builder;
  Value storage = level::OpenOp::create(builder, loc, complete);
  Value value = level::LoadOp::create(builder, loc, type, storage,
                                      context.createIndex(0));
  level::ReleaseOp::create(builder, loc, complete);
  return value;
}

SmallVector<SharedScalar> KernelLowering::shareScalars(cin::ForallOp forall,
                                                       Scope &scope) {
  SmallVector<SharedScalar> shared;
  // Lanes combine what they carry when all are done.
  if (!forall.getUnit() || analysis::mayCarryPartialResults(forall))
    return shared;
  Location loc = forall.getLoc();
  for (Value ref : scope.getCarried(forall)) {
    TensorState &tensor = scope.tensors[ref];
    if (!tensor.scalar)
      continue;
    shared.push_back({ref, tensor});
    tensor.builder =
        emitPlace(context, loc, targets.emitInitWorkspace(loc, ref, {}, scope),
                  tensor.scalar);
    tensor.scalar = Value();
    // Also counting asks what is present.
    if (tensor.presence)
      tensor.presence = emitPlace(
          context, loc,
          targets.emitInit(
              setArrayName(loc, context.info.getName(ref), "presence"),
              RankedTensorType::get({}, builder.getI1Type()), {},
              level::Assembly::Fused),
          tensor.presence);
  }
  return shared;
}

void KernelLowering::loadScalars(Location loc, ArrayRef<SharedScalar> shared,
                                 Scope &scope) {
  for (const auto &[ref, before] : shared) {
    bool computes = scope.getTensor(ref).getBuilderType().getAssembly() ==
                    level::Assembly::Fused;
    Value complete = targets.emitFinalize(loc, ref, scope);
    TensorState &tensor = scope.tensors[ref];
    tensor.scalar = before.scalar;
    if (computes)
      tensor.scalar = emitTake(context, loc, complete, before.scalar.getType());
    else
      level::ReleaseOp::create(builder, loc, complete);
    if (!before.presence)
      continue;
    Value found = level::FinalizeOp::create(
        builder, loc, RankedTensorType::get({}, builder.getI1Type()),
        tensor.presence, /*sorts=*/UnitAttr());
    tensor.presence = emitTake(context, loc, found, builder.getI1Type());
  }
}

Value KernelLowering::emitSharedPresence(Location loc, Value present,
                                         Value state) const {
  auto update = level::AtomicUpdateOp::create(
      builder, loc, state.getType(), present, state, context.createIndex(0));
  buildCombiner(builder, loc, arith::OrIOp::getOperationName(),
                builder.getI1Type(), level::YieldOp::getOperationName(),
                update.getCombiner());
  return update.getNext();
}
