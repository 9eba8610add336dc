//===- Targets.cpp - Results and workspaces under assembly ------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses how what is assigned comes to its place, and begins and ends the
// tensors under assembly (thesis, section 5.4).
//
//===----------------------------------------------------------------------===//

#include "Targets.h"

#include "weft/Dialect/Weft/IR/ArrayNames.h"

using namespace mlir;
using namespace weft;
using namespace weft::cin_to_lattice;

//===----------------------------------------------------------------------===//
// Strategies
//===----------------------------------------------------------------------===//

const TargetStrategy &Targets::getTarget(Value ref) const {
  if (context.info.getStructure(ref))
    return structure;
  if (context.info.isSorted(ref))
    return list;
  if (getFormat(ref).getNumSlots() != 0)
    return slots;
  if (context.info.isInRuns(ref))
    return runs;
  if (context.info.isScattered(ref))
    return scattered;
  if (context.info.isCollected(ref))
    return collected;
  return levels;
}

bool Targets::isStructural(Operation *statement, const Scope &scope) const {
  return statement
      ->walk([&](cin::AssignOp assign) {
        Value ref = assign.getRef();
        // Whether a scalar is present decides what is stored.
        if (scope.getTensor(ref).presence)
          return WalkResult::interrupt();
        if (!scope.getTensor(ref).builder)
          return WalkResult::advance();
        level::FormatAttr format = getFormat(ref);
        int64_t depth = scope.targets.find(assign)->second.depth;
        auto isFull = [&](int64_t level) {
          return format.getLevelType(level).isFull();
        };
        bool isDone =
            assemblies.getNumbering(ref, scope) &&
            getTarget(ref).isBuiltByForalls() && !context.info.dropsFill(ref) &&
            !(scope.getTensor(ref).counter &&
              context.info.appendsPresent(ref)) &&
            llvm::all_of(llvm::seq(depth, format.getNumLevels()), isFull);
        return isDone ? WalkResult::advance() : WalkResult::interrupt();
      })
      .wasInterrupted();
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

Value Targets::emitInit(Location loc, RankedTensorType type, ValueRange sizes,
                        level::Assembly assembly) const {
  return level::InitOp::create(context.builder, loc,
                               level::BuilderType::get(type, assembly), sizes);
}

level::InitOp
Targets::emitInitResult(Location loc, RankedTensorType type, ValueRange sizes,
                        level::Assembly assembly, Value structure,
                        const analysis::SharedStructure &shared) const {
  using Filling = analysis::SharedStructure::Filling;
  IntegerAttr levels;
  if (shared && !shared.isWhole)
    levels = context.builder.getI64IntegerAttr(shared.numLevels);
  return level::InitOp::create(
      context.builder, loc, level::BuilderType::get(type, assembly), sizes,
      structure, /*unfilled=*/shared && shared.filling != Filling::Before,
      levels);
}

Value Targets::emitInitWorkspace(Location loc, Value ref, ValueRange sizes,
                                 const Scope &scope) const {
  bool computes = !scope.counting && context.info.getKernel().getAssembly() !=
                                         level::Assembly::Assemble;
  return emitInit(
      setArrayName(loc, context.info.getName(ref)), getTensorType(ref), sizes,
      computes ? level::Assembly::Fused : level::Assembly::Assemble);
}

Value Targets::emitFinalize(Location loc, Value ref, Scope &scope) const {
  const TargetStrategy &target = getTarget(ref);
  assemblies.get(ref, scope).complete(loc, ref, scope);
  target.close(loc, ref, scope);
  OpBuilder &builder = context.builder;
  TensorState &tensor = scope.tensors[ref];
  bool sorts =
      target.isSorted() && !combinesEntries(context.info, ref, tensor.builder);
  Value complete = level::FinalizeOp::create(
      builder, loc, getTensorType(ref), tensor.builder,
      sorts ? builder.getUnitAttr() : UnitAttr());
  tensor.builder = Value();
  return complete;
}

void Targets::beginPhase(ArrayRef<Value> counted, Scope &scope) const {
  for (Value ref : counted)
    getTarget(ref).beginPhase(ref, scope);
}

void Targets::endPhase(ArrayRef<Value> counted, Scope &scope) const {
  for (Value ref : counted)
    getTarget(ref).endPhase(ref, scope);
}

//===----------------------------------------------------------------------===//
// Assignments
//===----------------------------------------------------------------------===//

void Targets::advance(Scope &scope) const {
  for (auto &[op, target] : scope.targets) {
    auto assign = cast<cin::AssignOp>(op);
    if (scope.getTensor(assign.getRef()).builder)
      getTarget(assign.getRef()).advance(assign, target, scope);
  }
}

LogicalResult Targets::storeComponent(cin::AssignOp assign, Value value,
                                      Scope &scope) const {
  return getTarget(assign.getRef()).store(assign, value, scope);
}

bool Targets::storesAbsence(Value ref) const {
  return getTarget(ref).storesAbsence(ref);
}
