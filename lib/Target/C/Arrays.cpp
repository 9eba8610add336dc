//===- Arrays.cpp - Properties of arrays ------------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes facts about arrays. Arguments and results of functions are not the
// same arrays as those of their callers, which only makes less of them
// constant.
//
//===----------------------------------------------------------------------===//

#include "Arrays.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace weft::csource;

void weft::csource::forEachFlow(
    Operation *op, llvm::function_ref<void(Value to, Value from)> visit) {
  auto visitAll = [&](ValueRange to, ValueRange from) {
    for (auto [target, source] : llvm::zip_equal(to, from))
      visit(target, source);
  };
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    ValueRange yielded = loop.getBody()->getTerminator()->getOperands();
    visitAll(loop.getRegionIterArgs(), loop.getInitArgs());
    visitAll(loop.getRegionIterArgs(), yielded);
    visitAll(loop.getResults(), yielded);
    visitAll(loop.getResults(), loop.getInitArgs());
  } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    visitAll(loop.getBeforeArguments(), loop.getInits());
    visitAll(loop.getBeforeArguments(), loop.getYieldOp()->getOperands());
    visitAll(loop.getAfterArguments(), loop.getConditionOp().getArgs());
    visitAll(loop.getResults(), loop.getConditionOp().getArgs());
  } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
    if (branch.getNumResults() == 0)
      return;
    visitAll(branch.getResults(), branch.thenYield().getOperands());
    visitAll(branch.getResults(), branch.elseYield().getOperands());
  } else if (auto select = dyn_cast<arith::SelectOp>(op)) {
    visit(select.getResult(), select.getTrueValue());
    visit(select.getResult(), select.getFalseValue());
  }
}

static bool isArray(Value value) { return isa<MemRefType>(value.getType()); }

Value Arrays::getLeader(Value array) const {
  auto leader = classes.findLeader(array.getAsOpaquePointer());
  return leader == classes.member_end() ? array
                                        : Value::getFromOpaquePointer(*leader);
}

SmallVector<Value> Arrays::getMembers(Value array) const {
  SmallVector<Value> members;
  auto leader = classes.findLeader(array.getAsOpaquePointer());
  if (leader == classes.member_end())
    return {array};
  for (; leader != classes.member_end(); ++leader)
    members.push_back(Value::getFromOpaquePointer(*leader));
  return members;
}

bool Arrays::isWritten(Value array) const {
  return written.contains(getLeader(array));
}

void Arrays::addFlows(Operation *op) {
  auto unite = [&](Value to, Value from) {
    if (isArray(to) && isArray(from))
      classes.unionSets(to.getAsOpaquePointer(), from.getAsOpaquePointer());
  };
  forEachFlow(op, unite);
  if (auto view = dyn_cast<ViewLikeOpInterface>(op))
    unite(op->getResult(0), view.getViewSource());
}

void Arrays::addStoredArrays(ModuleOp module) {
  llvm::MapVector<Value, SmallVector<Value>> elements;
  module.walk([&](Operation *op) {
    if (auto store = dyn_cast<memref::StoreOp>(op)) {
      if (!isArray(store.getValue()))
        return;
      elements[getLeader(store.getMemRef())].push_back(store.getValue());
      // It is stored with its length.
      measured.insert(store.getValue());
    } else if (auto load = dyn_cast<memref::LoadOp>(op)) {
      if (isArray(load))
        elements[getLeader(load.getMemRef())].push_back(load);
    }
  });
  for (auto &[table, values] : elements)
    for (Value value : ArrayRef(values).drop_front())
      classes.unionSets(values.front().getAsOpaquePointer(),
                        value.getAsOpaquePointer());
}

/// Whether an address is only tested for its alignment, or is that of an array
/// which the host only reads behind a call of `weft_rt_access`.
static bool isOnlyRead(Value address) {
  return llvm::all_of(address.getUsers(), [](Operation *user) {
    auto call = dyn_cast<LLVM::CallOp>(user);
    if (call)
      return call.getCallee() == StringRef("weft_rt_access") &&
             matchPattern(call.getOperand(1), m_Zero());
    if (isa<arith::RemUIOp>(user))
      return true;
    return isa<arith::IndexCastOp, LLVM::IntToPtrOp>(user) &&
           isOnlyRead(user->getResult(0));
  });
}

static func::FuncOp getCallee(func::CallOp call) {
  return call->getParentOfType<ModuleOp>().lookupSymbol<func::FuncOp>(
      call.getCallee());
}

/// The most bytes of an array that is a local variable.
static constexpr int64_t kMaxLocalBytes = 1024;

bool Arrays::isOnlyAccessed(Value array, bool isOwner) const {
  if (getMembers(array).size() != 1)
    return false;
  return llvm::all_of(array.getUses(), [&](OpOperand &use) {
    Operation *user = use.getOwner();
    if (isa<memref::DeallocOp>(user))
      return isOwner;
    if (auto call = dyn_cast<func::CallOp>(user)) {
      func::FuncOp callee = getCallee(call);
      return callee && !callee.isDeclaration() && callee.isPrivate() &&
             !callee->hasAttr(mlir::gpu::GPUDialect::getKernelFuncAttrName()) &&
             isOnlyAccessed(callee.getArgument(use.getOperandNumber()),
                            /*isOwner=*/false);
    }
    if (auto store = dyn_cast<memref::StoreOp>(user))
      return store.getMemRef() == array && !isArray(store.getValue());
    return isa<memref::LoadOp, memref::CopyOp, memref::DimOp,
               memref::ExtractAlignedPointerAsIndexOp>(user);
  });
}

bool Arrays::isLocal(Value array) const {
  auto alloc = array.getDefiningOp<memref::AllocOp>();
  if (!alloc || !alloc.getType().hasStaticShape() ||
      alloc.getType().getRank() != 1 ||
      !alloc.getType().getElementType().isIntOrIndexOrFloat())
    return false;
  // No element has more than 8 bytes.
  int64_t length = alloc.getType().getNumElements();
  if (length == 0 || length > kMaxLocalBytes / 8)
    return false;
  auto deallocs = llvm::to_vector(
      llvm::make_filter_range(array.getUsers(), [](Operation *user) {
        return isa<memref::DeallocOp>(user);
      }));
  return llvm::hasSingleElement(deallocs) &&
         deallocs.front()->getBlock() == alloc->getBlock() &&
         isOnlyAccessed(array, /*isOwner=*/true);
}

bool Arrays::propagateCalls(ModuleOp module) {
  bool changed = false;
  module.walk([&](func::CallOp call) {
    func::FuncOp callee = getCallee(call);
    if (!callee || callee.isDeclaration())
      return;
    for (auto [operand, argument] :
         llvm::zip_equal(call.getOperands(), callee.getArguments()))
      if (isArray(operand) && isWritten(argument))
        changed |= written.insert(getLeader(operand)).second;
    // What a function returns is its caller's.
    for (Value result : call.getResults())
      if (isArray(result))
        changed |= written.insert(getLeader(result)).second;
  });
  return changed;
}

bool Arrays::propagateLengths(ModuleOp module) {
  bool changed = false;
  auto measure = [&](Value array) {
    if (isArray(array))
      changed |= measured.insert(array).second;
  };
  module.walk([&](Operation *op) {
    forEachFlow(op, [&](Value to, Value from) {
      if (measured.contains(to))
        measure(from);
    });
    if (auto cast = dyn_cast<memref::CastOp>(op)) {
      if (measured.contains(cast.getResult()))
        measure(cast.getSource());
    } else if (auto call = dyn_cast<func::CallOp>(op)) {
      func::FuncOp callee = getCallee(call);
      if (!callee || callee.isDeclaration())
        return;
      for (auto [operand, argument] :
           llvm::zip_equal(call.getOperands(), callee.getArguments()))
        if (measured.contains(argument))
          measure(operand);
      Operation *end = callee.getBody().front().getTerminator();
      for (auto [result, returned] :
           llvm::zip_equal(call.getResults(), end->getOperands()))
        if (measured.contains(result))
          measure(returned);
    } else if (isa<func::ReturnOp>(op)) {
      // All callers get the same results.
      auto function = op->getParentOfType<func::FuncOp>();
      if (!function.isPrivate())
        return;
      for (OpOperand &operand : op->getOpOperands())
        if (measured.contains(operand.get()))
          for (auto call : module.getOps<func::FuncOp>())
            call.walk([&](func::CallOp call) {
              if (getCallee(call) == function)
                measure(call.getResult(operand.getOperandNumber()));
            });
    }
  });
  return changed;
}

Arrays::Arrays(ModuleOp module) {
  module.walk([&](Operation *op) { addFlows(op); });
  addStoredArrays(module);
  module.walk([&](Operation *op) {
    if (auto store = dyn_cast<memref::StoreOp>(op))
      markWritten(store.getMemRef());
    else if (auto update = dyn_cast<memref::GenericAtomicRMWOp>(op))
      markWritten(update.getMemref());
    else if (auto exchange = dyn_cast<memref::AtomicRMWOp>(op))
      markWritten(exchange.getMemref());
    else if (auto dealloc = dyn_cast<memref::DeallocOp>(op))
      markWritten(dealloc.getMemref());
    else if (auto alloc = dyn_cast<memref::AllocOp>(op))
      markWritten(alloc.getMemref());
    else if (auto realloc = dyn_cast<memref::ReallocOp>(op)) {
      markWritten(realloc.getSource());
      markWritten(realloc.getResult());
    } else if (auto pointer =
                   dyn_cast<memref::ExtractAlignedPointerAsIndexOp>(op)) {
      if (!isOnlyRead(pointer))
        markWritten(pointer.getSource());
    } else if (auto dim = dyn_cast<memref::DimOp>(op))
      measured.insert(dim.getSource());
    else if (auto copy = dyn_cast<memref::CopyOp>(op)) {
      markWritten(copy.getTarget());
      measured.insert(copy.getSource());
    } else if (auto call = dyn_cast<func::CallOp>(op)) {
      // What a launch takes is copied.
      func::FuncOp callee = getCallee(call);
      if (callee &&
          callee->hasAttr(mlir::gpu::GPUDialect::getKernelFuncAttrName()))
        measured.insert_range(
            llvm::make_filter_range(call.getOperands(), isArray));
    } else if (auto end = dyn_cast<func::ReturnOp>(op)) {
      // The lengths of results are handed over with them.
      bool isKernel = end->getParentOfType<func::FuncOp>().isPublic();
      for (Value returned : end.getOperands())
        if (isArray(returned)) {
          markWritten(returned);
          if (isKernel)
            measured.insert(returned);
        }
    }
  });
  while (propagateCalls(module) || propagateLengths(module)) {
  }
}
