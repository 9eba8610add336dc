//===- ObjectCode.cpp - Object files as code in memory --------------------===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A linker for one relocatable ELF file of x86-64 (System V ABI, AMD64
// supplement, section 4.4). The image has three parts, each of whole pages:
// what is executed, what is read and what is written. In the first, every
// symbol has a slot, a jump and the address that it jumps to, through which
// calls reach functions however far away these are; the address is the symbol's
// entry in the global offset table as well.
//
//===----------------------------------------------------------------------===//

#include "weft/Runtime/ObjectCode.h"

#include "weft/Runtime/Device.h"

using namespace weft::runtime;

#if defined(__x86_64__) && defined(__linux__)

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <elf.h>
#include <limits>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

namespace weft {
namespace runtime {
/// Links one file. Every step returns false where the file is not as expected.
class ObjectLinker {
public:
  ObjectLinker(std::string_view file, SymbolResolver resolve)
      : file(file), resolve(resolve) {}

  std::unique_ptr<ObjectCode> link();

private:
  enum Part { Executed, Read, Written, numParts };

  bool readTables();
  bool layOut();
  bool copySections();
  bool resolveSymbols();
  bool relocate(const Elf64_Shdr &section);
  bool relocate(const Elf64_Rela &relocation, size_t target);
  bool protect();

  /// Reads one of several records of the file.
  template <typename T>
  bool read(uint64_t offset, uint64_t index, T &record) const {
    if (offset > file.size() || index >= (file.size() - offset) / sizeof(T))
      return false;
    std::memcpy(&record, file.data() + offset + index * sizeof(T), sizeof(T));
    return true;
  }
  /// A text of the file's table of names; null if there is none.
  const char *getName(uint64_t offset) const;

  static Part partOf(const Elf64_Shdr &section) {
    return section.sh_flags & SHF_EXECINSTR ? Executed
           : section.sh_flags & SHF_WRITE   ? Written
                                            : Read;
  }
  char *slotOf(size_t symbol) const {
    return memory + slots + symbol * slotSize;
  }

  static constexpr size_t slotSize = 16;
  /// jmp *2(%rip), to the address behind it and two bytes that align it.
  static constexpr unsigned char jump[8] = {0xff, 0x25, 2, 0, 0, 0, 0xcc, 0xcc};

  std::string_view file;
  SymbolResolver resolve;
  std::vector<Elf64_Shdr> sections;
  /// Where each section lies in the image.
  std::vector<size_t> places;
  std::vector<Elf64_Sym> symbols;
  std::vector<char *> addresses;
  Elf64_Shdr names{};
  size_t slots = 0;
  /// Where each part ends.
  size_t ends[numParts] = {};
  char *memory = nullptr;
};
} // namespace runtime
} // namespace weft

const char *ObjectLinker::getName(uint64_t offset) const {
  if (offset >= names.sh_size)
    return nullptr;
  const char *name = file.data() + names.sh_offset + offset;
  return std::memchr(name, 0, names.sh_size - offset) ? name : nullptr;
}

bool ObjectLinker::readTables() {
  Elf64_Ehdr header;
  if (!read(0, 0, header) ||
      std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
      header.e_ident[EI_CLASS] != ELFCLASS64 ||
      header.e_ident[EI_DATA] != ELFDATA2LSB || header.e_type != ET_REL ||
      header.e_machine != EM_X86_64 || header.e_shentsize != sizeof(Elf64_Shdr))
    return false;
  sections.resize(header.e_shnum);
  for (size_t index = 0; index < sections.size(); ++index)
    if (!read(header.e_shoff, index, sections[index]))
      return false;
  for (const Elf64_Shdr &section : sections) {
    bool isInFile = section.sh_type != SHT_NOBITS;
    if (isInFile && (section.sh_offset > file.size() ||
                     section.sh_size > file.size() - section.sh_offset))
      return false;
    if (section.sh_type != SHT_SYMTAB)
      continue;
    if (!symbols.empty() || section.sh_link >= sections.size() ||
        section.sh_entsize != sizeof(Elf64_Sym))
      return false;
    names = sections[section.sh_link];
    symbols.resize(section.sh_size / sizeof(Elf64_Sym));
    for (size_t index = 0; index < symbols.size(); ++index)
      if (!read(section.sh_offset, index, symbols[index]))
        return false;
  }
  return !symbols.empty() && names.sh_type == SHT_STRTAB;
}

bool ObjectLinker::layOut() {
  const size_t page = ::sysconf(_SC_PAGESIZE);
  const size_t most = std::numeric_limits<int32_t>::max() / 2;
  auto alignTo = [](size_t size, size_t alignment) {
    return (size + alignment - 1) / alignment * alignment;
  };
  places.resize(sections.size());
  size_t size = 0;
  for (Part part : {Executed, Read, Written}) {
    for (size_t index = 0; index < sections.size(); ++index) {
      const Elf64_Shdr &section = sections[index];
      if (!(section.sh_flags & SHF_ALLOC) || partOf(section) != part)
        continue;
      bool isKnown =
          section.sh_type == SHT_PROGBITS || section.sh_type == SHT_NOBITS;
      if (!isKnown || section.sh_flags & SHF_TLS ||
          section.sh_addralign > page || section.sh_size > most)
        return false;
      size = alignTo(size, std::max<size_t>(section.sh_addralign, 1));
      places[index] = size;
      size += section.sh_size;
      if (size > most)
        return false;
    }
    if (part == Executed) {
      slots = alignTo(size, slotSize);
      size = slots + symbols.size() * slotSize;
    }
    ends[part] = size = alignTo(size, page);
  }
  return size <= most;
}

bool ObjectLinker::copySections() {
  for (size_t index = 0; index < sections.size(); ++index) {
    const Elf64_Shdr &section = sections[index];
    if (section.sh_flags & SHF_ALLOC && section.sh_type == SHT_PROGBITS)
      std::memcpy(memory + places[index], file.data() + section.sh_offset,
                  section.sh_size);
  }
  return true;
}

bool ObjectLinker::resolveSymbols() {
  // The first symbol stands for none.
  addresses.assign(symbols.size(), nullptr);
  for (size_t index = 1; index < symbols.size(); ++index) {
    const Elf64_Sym &symbol = symbols[index];
    if (symbol.st_shndx == SHN_UNDEF) {
      const char *name = getName(symbol.st_name);
      addresses[index] = name ? static_cast<char *>(resolve(name)) : nullptr;
      if (!addresses[index])
        return false;
    } else if (symbol.st_shndx < sections.size()) {
      const Elf64_Shdr &section = sections[symbol.st_shndx];
      if (!(section.sh_flags & SHF_ALLOC))
        continue;
      if (symbol.st_value > section.sh_size)
        return false;
      addresses[index] = memory + places[symbol.st_shndx] + symbol.st_value;
    } else if (symbol.st_shndx != SHN_ABS ||
               ELF64_ST_TYPE(symbol.st_info) != STT_FILE) {
      return false;
    }
    std::memcpy(slotOf(index), jump, sizeof(jump));
    std::memcpy(slotOf(index) + sizeof(jump), &addresses[index],
                sizeof(addresses[index]));
  }
  return true;
}

bool ObjectLinker::relocate(const Elf64_Rela &relocation, size_t target) {
  const Elf64_Shdr &section = sections[target];
  size_t index = ELF64_R_SYM(relocation.r_info);
  uint32_t kind = ELF64_R_TYPE(relocation.r_info);
  if (kind == R_X86_64_NONE)
    return true;
  size_t width = kind == R_X86_64_64 || kind == R_X86_64_PC64 ? 8 : 4;
  if (index >= symbols.size() || !addresses[index] ||
      relocation.r_offset > section.sh_size ||
      section.sh_size - relocation.r_offset < width)
    return false;
  char *place = memory + places[target] + relocation.r_offset;
  bool isElsewhere = symbols[index].st_shndx == SHN_UNDEF;
  char *address = addresses[index];
  switch (kind) {
  case R_X86_64_64:
  case R_X86_64_PC64:
    break;
  case R_X86_64_PC32:
    // Only calls may go through a slot.
    if (isElsewhere)
      return false;
    break;
  case R_X86_64_PLT32:
    if (isElsewhere)
      address = slotOf(index);
    break;
  case R_X86_64_GOTPCREL:
  case R_X86_64_GOTPCRELX:
  case R_X86_64_REX_GOTPCRELX:
    address = slotOf(index) + sizeof(jump);
    break;
  default:
    return false;
  }
  int64_t value = reinterpret_cast<int64_t>(address) + relocation.r_addend;
  if (kind != R_X86_64_64)
    value -= reinterpret_cast<int64_t>(place);
  if (width == 4 && value != static_cast<int32_t>(value))
    return false;
  // The machine's numbers begin with their lower bytes.
  std::memcpy(place, &value, width);
  return true;
}

bool ObjectLinker::relocate(const Elf64_Shdr &section) {
  if (section.sh_info >= sections.size() ||
      !(sections[section.sh_info].sh_flags & SHF_ALLOC))
    return true;
  if (section.sh_type == SHT_REL)
    return false;
  for (size_t index = 0; index < section.sh_size / sizeof(Elf64_Rela);
       ++index) {
    Elf64_Rela relocation;
    if (!read(section.sh_offset, index, relocation) ||
        !relocate(relocation, section.sh_info))
      return false;
  }
  return true;
}

bool ObjectLinker::protect() {
  auto protectPart = [&](size_t begin, size_t end, int how) {
    return begin == end || ::mprotect(memory + begin, end - begin, how) == 0;
  };
  return protectPart(0, ends[Executed], PROT_READ | PROT_EXEC) &&
         protectPart(ends[Executed], ends[Read], PROT_READ);
}

std::unique_ptr<ObjectCode> ObjectLinker::link() {
  if (!readTables() || !layOut())
    return nullptr;
  size_t size = ends[Written];
  void *image = ::mmap(nullptr, size, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (image == MAP_FAILED)
    return nullptr;
  std::unique_ptr<ObjectCode> code(new ObjectCode(image, size));
  memory = static_cast<char *>(image);
  if (!copySections() || !resolveSymbols())
    return nullptr;
  for (const Elf64_Shdr &section : sections)
    if ((section.sh_type == SHT_RELA || section.sh_type == SHT_REL) &&
        !relocate(section))
      return nullptr;
  if (!protect())
    return nullptr;
  for (size_t index = 1; index < symbols.size(); ++index)
    if (ELF64_ST_TYPE(symbols[index].st_info) == STT_FUNC &&
        ELF64_ST_BIND(symbols[index].st_info) != STB_LOCAL && addresses[index])
      if (const char *name = getName(symbols[index].st_name))
        code->functions[name] = addresses[index];
  return code;
}

std::unique_ptr<ObjectCode> ObjectCode::link(std::string_view object,
                                             SymbolResolver resolve) {
  return ObjectLinker(object, resolve).link();
}

ObjectCode::~ObjectCode() {
  const char *begin = static_cast<const char *>(memory);
  unloadDeviceCode(begin, begin + size);
  ::munmap(memory, size);
}

#else

std::unique_ptr<ObjectCode> ObjectCode::link(std::string_view, SymbolResolver) {
  return nullptr;
}

ObjectCode::~ObjectCode() = default;

#endif

void *ObjectCode::find(const std::string &name) const {
  auto found = functions.find(name);
  return found == functions.end() ? nullptr : found->second;
}
